import type { Block } from '../transcript/transcript.ts'
import type { Occurrence } from './occurrence.ts'
import type { DisplacedResult, DuplicateResult, Pairing, RepeatedCall } from './pairing.ts'

/** What is wrong, beside who owns what. */
export type PairingLists = Omit<Pairing, 'resultOf' | 'owned' | 'openCalls'>

/** A pairing whose maps are made when first asked for: a healthy pass never asks. */
export class PairingResult implements Pairing {
  readonly #occurrences: readonly Occurrence[]
  readonly #server: ReadonlyMap<Block, Block>
  /** Results that stood where no call could own them, wherever they went then. */
  readonly hasStrays: boolean
  #resultOf: Map<Block, Block> | undefined
  #owned: Map<Block, Block> | undefined
  #openCalls: ReadonlySet<Block> | undefined
  readonly unanswered: readonly Block[]
  readonly frontier: readonly Block[]
  readonly orphans: readonly Block[]
  readonly displaced: readonly DisplacedResult[]
  readonly duplicates: readonly DuplicateResult[]
  readonly repeated: readonly RepeatedCall[]
  readonly elsewhere: readonly Block[]

  constructor(
    occurrences: readonly Occurrence[],
    server: ReadonlyMap<Block, Block>,
    hasStrays: boolean,
    lists: PairingLists,
  ) {
    this.hasStrays = hasStrays
    this.#occurrences = occurrences
    this.#server = server
    this.unanswered = lists.unanswered
    this.frontier = lists.frontier
    this.orphans = lists.orphans
    this.displaced = lists.displaced
    this.duplicates = lists.duplicates
    this.repeated = lists.repeated
    this.elsewhere = lists.elsewhere
  }

  get openCalls(): ReadonlySet<Block> {
    return (this.#openCalls ??= new Set([...this.unanswered, ...this.displaced.map(({ call }) => call)]))
  }

  get resultOf(): ReadonlyMap<Block, Block> {
    return (this.#resultOf ??= new Map(this.#pairs()))
  }

  get owned(): ReadonlyMap<Block, Block> {
    return (this.#owned ??= new Map(this.#pairs().map(([call, result]) => [result, call])))
  }

  #pairs(): [call: Block, result: Block][] {
    const client = this.#occurrences.flatMap(({ call, result }): [Block, Block][] => (result ? [[call, result]] : []))
    return [...client, ...this.#server]
  }
}
