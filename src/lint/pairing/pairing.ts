import type { Block } from '../../transcript/transcript.ts'

/** A result that stands elsewhere than the call that owns it demands. */
export interface DisplacedResult {
  readonly result: Block
  readonly call: Block
  /** A call of the same id stands between: a provider gives the result to that one, wherever it waits. */
  readonly overtaken?: boolean
}

/** A second result of one call occurrence. `loser` is the copy to give up: a synthetic one, else the later. */
export interface DuplicateResult {
  readonly call: Block
  readonly kept: Block
  readonly loser: Block
}

/** A call whose id was already used within the scope in which ids must be unique. */
export interface RepeatedCall {
  readonly call: Block
  readonly first: Block
  /** The result that this occurrence owns, if it has one. */
  readonly result: Block | undefined
  /** The whole message around it is the message of the first occurrence, written twice. */
  readonly inCopy: boolean
}

/** Who answers whom. All lists are empty in a healthy transcript; the maps are made when first asked for. */
export interface Pairing {
  /** The result that each call owns, where it is. */
  readonly resultOf: ReadonlyMap<Block, Block>
  /** The call that owns each result. */
  readonly owned: ReadonlyMap<Block, Block>
  /** Calls whose result is missing, or not where it belongs. */
  readonly openCalls: ReadonlySet<Block>
  /** Calls without a result, the live frontier excluded. */
  readonly unanswered: readonly Block[]
  /** Calls at the very end that their caller may still be about to answer. */
  readonly frontier: readonly Block[]
  readonly orphans: readonly Block[]
  readonly displaced: readonly DisplacedResult[]
  readonly duplicates: readonly DuplicateResult[]
  readonly repeated: readonly RepeatedCall[]
  /** Results whose calls the list lacks, but the server may hold. */
  readonly elsewhere: readonly Block[]
}
