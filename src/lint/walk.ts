import type { Strategy, Visit, Visitors } from './define-strategy.ts'
import type { RecoveryErrorType } from '../faults/fault-catalogue.ts'
import type { LintPass, Reporter } from './lint-pass.ts'
import type { BlockKind } from '../transcript/block-kind.ts'

/** What a strategy may listen to beside blocks of some kind. */
const events = ['message', 'turn', 'unanswered', 'orphan', 'displaced', 'duplicate', 'repeated', 'end'] as const

/** A strategy that listens to some node, or with none to the end. */
type Listener<Key extends keyof Visitors> = Reporter & { readonly visit: NonNullable<Visitors[Key]> }

/** Who listens to what, compiled once from the strategies. */
export type WalkTable = {
  readonly [Event in (typeof events)[number]]: readonly Listener<Event>[]
} & {
  readonly blocks: Readonly<Record<BlockKind, readonly Listener<'block'>[]>>
  readonly suspect: ReadonlyMap<RecoveryErrorType, Listener<'suspect'>>
}

const kinds: readonly BlockKind[] = [
  'text',
  'thinking',
  'tool_call',
  'tool_result',
  'media',
  'search_result',
  'compaction',
  'reference',
  'other',
  'unknown',
]

/** Compiles the visitors of the strategies into lists per event, in the order of the registry. */
export function compileWalk(strategies: readonly Strategy[]): WalkTable {
  const listeners = <Key extends keyof Visitors>(key: Key): Listener<Key>[] =>
    strategies.flatMap(({ type, visit: visitors }) => {
      const visit = visitors[key]
      return visit === undefined ? [] : [{ type, visit: visit as NonNullable<Visitors[Key]> }]
    })
  const forEveryBlock = listeners('block')
  return {
    blocks: Object.fromEntries(kinds.map((kind) => [kind, [...listeners(kind), ...forEveryBlock]])),
    suspect: new Map(listeners('suspect').map((listener) => [listener.type, listener])),
    ...Object.fromEntries(events.map((event) => [event, listeners(event)])),
  } as unknown as WalkTable
}

/** One pass over the transcript that drives all strategies. */
export function walk(table: WalkTable, pass: LintPass): void {
  const { pairing, purpose, transcript } = pass
  for (const turn of transcript.turns) {
    for (const message of turn.messages) {
      emit(table.message, message, pass)
      for (const block of message.blocks) emit(table.blocks[block.kind], block, pass)
    }
    emit(table.turn, turn, pass)
  }
  for (const call of pairing.unanswered) emit(table.unanswered, call, pass)
  if (purpose !== 'stored') for (const call of pairing.frontier) emit(table.unanswered, call, pass)
  for (const result of pairing.orphans) emit(table.orphan, result, pass)
  for (const displaced of pairing.displaced) emit(table.displaced, displaced, pass)
  for (const duplicate of pairing.duplicates) emit(table.duplicate, duplicate, pass)
  for (const repeated of pairing.repeated) emit(table.repeated, repeated, pass)
  for (const listener of table.end) listener.visit(pass.contextOf(listener))
}

function emit<Node>(
  listeners: readonly (Reporter & { readonly visit: Visit<Node> })[],
  node: Node,
  pass: LintPass,
): void {
  for (let index = 0; index < listeners.length; index += 1) {
    const listener = listeners[index]!
    listener.visit(node, pass.contextOf(listener))
  }
}
