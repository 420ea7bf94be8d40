import type { Strategy, Visit, Visitors } from './define-strategy.ts'
import type { RecoveryErrorType } from '../faults/fault-catalogue.ts'
import type { LintContext } from './lint-context.ts'
import type { DisplacedResult, DuplicateResult, RepeatedCall } from './pairing.ts'
import type { Block, Message, Turn } from '../transcript/transcript.ts'
import type { BlockKind } from '../transcript/block-kind.ts'

interface Listener<Node> {
  readonly type: RecoveryErrorType
  readonly visit: Visit<Node>
}

/** Who listens to what, compiled once from the strategies. */
export interface WalkTable {
  readonly blocks: Readonly<Record<BlockKind, readonly Listener<Block>[]>>
  readonly message: readonly Listener<Message>[]
  readonly turn: readonly Listener<Turn>[]
  readonly unanswered: readonly Listener<Block>[]
  readonly orphan: readonly Listener<Block>[]
  readonly displaced: readonly Listener<DisplacedResult>[]
  readonly duplicate: readonly Listener<DuplicateResult>[]
  readonly repeated: readonly Listener<RepeatedCall>[]
  readonly suspect: ReadonlyMap<RecoveryErrorType, Visit<Block>>
  readonly end: readonly { readonly type: RecoveryErrorType; readonly visit: (context: LintContext) => void }[]
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
  const listeners = <Key extends keyof Visitors>(
    key: Key,
  ): { type: RecoveryErrorType; visit: NonNullable<Visitors[Key]> }[] =>
    strategies.flatMap((strategy) => {
      const visit = strategy.visit[key]
      return visit === undefined ? [] : [{ type: strategy.type, visit: visit as NonNullable<Visitors[Key]> }]
    })
  const forEveryBlock = strategies.flatMap((strategy) => {
    const visit = strategy.visit.block
    return visit === undefined ? [] : [{ type: strategy.type, visit }]
  })
  return {
    blocks: Object.fromEntries(
      kinds.map((kind) => [kind, [...listeners(kind), ...forEveryBlock]]),
    ) as unknown as WalkTable['blocks'],
    message: listeners('message'),
    turn: listeners('turn'),
    unanswered: listeners('unanswered'),
    orphan: listeners('orphan'),
    displaced: listeners('displaced'),
    duplicate: listeners('duplicate'),
    repeated: listeners('repeated'),
    suspect: new Map(listeners('suspect').map(({ type, visit }) => [type, visit])),
    end: listeners('end'),
  }
}

/** One pass over the transcript that drives all strategies. */
export function walk(table: WalkTable, context: LintContext): void {
  const { pairing, transcript } = context
  for (const turn of transcript.turns) {
    let notable = false
    for (const message of turn.messages) {
      if (message.plain) continue
      notable = true
      emit(table.message, message, context)
      for (const block of message.blocks) emit(table.blocks[block.kind], block, context)
    }
    if (notable) emit(table.turn, turn, context)
  }
  for (const call of pairing.unanswered) emit(table.unanswered, call, context)
  if (context.purpose === 'request') for (const call of pairing.frontier) emit(table.unanswered, call, context)
  for (const result of pairing.orphans) emit(table.orphan, result, context)
  for (const displaced of pairing.displaced) emit(table.displaced, displaced, context)
  for (const duplicate of pairing.duplicates) emit(table.duplicate, duplicate, context)
  for (const repeated of pairing.repeated) emit(table.repeated, repeated, context)
  for (const { type, visit } of table.end) {
    context.type = type
    visit(context)
  }
}

function emit<Node>(listeners: readonly Listener<Node>[], node: Node, context: LintContext): void {
  for (let index = 0; index < listeners.length; index += 1) {
    const listener = listeners[index]!
    context.type = listener.type
    listener.visit(node, context)
  }
}
