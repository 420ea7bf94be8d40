import type { Rules } from '../formats/rules.ts'
import type { LintContext } from './lint-context.ts'
import type { Refusal } from './refusal.ts'
import type { DisplacedResult, DuplicateResult, RepeatedCall } from './pairing/pairing.ts'
import type { Block, Message, Transcript, Turn } from '../transcript/transcript.ts'
import type { BlockKind } from '../transcript/block-kind.ts'
import type { RecoveryErrorType } from '../faults/fault-catalogue.ts'

/** A function that looks at one node of the walk and may report faults. */
export type Visit<Node> = (node: Node, context: LintContext) => void

/** What a strategy may listen to. The walk calls `message`, `block` and the kinds in order, pairing events next, `end` last. */
export type Visitors = {
  readonly [Kind in BlockKind]?: Visit<Block>
} & {
  /** Every block, whatever its kind. */
  readonly block?: Visit<Block>
  readonly message?: Visit<Message>
  readonly turn?: Visit<Turn>
  /** A call without a result, where one is demanded. */
  readonly unanswered?: Visit<Block>
  /** A result that no call can own. */
  readonly orphan?: Visit<Block>
  readonly displaced?: Visit<DisplacedResult>
  readonly duplicate?: Visit<DuplicateResult>
  readonly repeated?: Visit<RepeatedCall>
  /** A block that the provider's error names, or may mean, where the transcript itself cannot show the fault. */
  readonly suspect?: Visit<Block>
  /** Once, after everything else. */
  readonly end?: (context: LintContext) => void
}

/** How far a repair from the error alone reaches: the named place, its turn, the whole transcript (I9). */
export type Rung = (typeof rungs)[number]

/** The rungs in the order in which they are tried. */
export const rungs = ['place', 'turn', 'all'] as const

/** What an error of the provider teaches that the transcript cannot show. */
export interface Lesson {
  /** Rules that hold after all. */
  readonly rules?: Partial<Rules>
  /** Blocks that the provider may have meant; the strategy's `suspect` visitor decides. */
  readonly suspects?: (block: Block) => boolean
  /**
   * Of all suspects, in order, those that fail together with the named ones: a provider names the first that it meets. A request
   * gives them up at once; in a store each of them needs an error of its own, unless it is certain.
   */
  readonly together?: (named: readonly Block[], all: readonly Block[], transcript: Transcript) => readonly Block[]
  /** Nobody guesses what fails together, or nothing but ids is given up for it: it goes in a store as well. */
  readonly certain?: boolean
}

/** What is done about one fault type: what an error teaches, how it is found, how it is fixed. */
export interface Strategy<Type extends RecoveryErrorType = RecoveryErrorType> {
  readonly type: Type
  /** What an error of this type teaches about the rules of the provider. */
  readonly learn?: (refusal: Refusal) => Lesson
  /** How it is found and fixed. Static functions: whatever they need of the walk is in the context. */
  readonly visit: Visitors
  /** What it takes away without a loss stands elsewhere: the server holds it, or the original takes its place. */
  readonly elsewhere?: boolean
}

/**
 * A strategy that looks for more of the same fault type, in formats in which there is more: what it says of an event takes the place of
 * what the other says of it. A bundler leaves it out of programs that name none of these formats.
 *
 * @example
 * const documentInvalid = extendStrategy(mediaInvalid, { visit: { end: checkDocumentNames } })
 */
export function extendStrategy<Type extends RecoveryErrorType>(
  base: Strategy<Type>,
  { visit, ...more }: Partial<Strategy<Type>>,
): Strategy<Type> {
  return { ...base, ...more, visit: { ...base.visit, ...visit } }
}

/** Declares a strategy; it exists so that every file in this folder has the same form. */
export function defineStrategy<Type extends RecoveryErrorType>(strategy: Strategy<Type>): Strategy<Type> {
  return strategy
}
