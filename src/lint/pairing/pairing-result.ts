import type { Block } from '../../transcript/transcript.ts'
import type { Occurrence } from './occurrence.ts'
import type { Pairing } from './pairing.ts'

/** What is wrong, beside who owns what. */
export type PairingLists = Omit<Pairing, 'resultOf' | 'owned' | 'openCalls'>

/** A pairing, and whether results stood where no call could own them, wherever they went then. */
export interface PairingResult extends Pairing {
  readonly hasStrays: boolean
}

/** A pairing whose maps are made when first asked for: a healthy pass never asks. */
export function pairingResult(
  occurrences: readonly Occurrence[],
  server: ReadonlyMap<Block, Block>,
  hasStrays: boolean,
  lists: PairingLists,
): PairingResult {
  let resultOf: ReadonlyMap<Block, Block> | undefined
  let owned: ReadonlyMap<Block, Block> | undefined
  let openCalls: ReadonlySet<Block> | undefined
  const pairs = (): [call: Block, result: Block][] => [
    ...occurrences.flatMap(({ call, result }): [Block, Block][] => (result ? [[call, result]] : [])),
    ...server,
  ]
  return {
    ...lists,
    hasStrays,
    get resultOf() {
      return (resultOf ??= new Map(pairs()))
    },
    get owned() {
      return (owned ??= new Map(pairs().map(([call, result]) => [result, call])))
    },
    get openCalls() {
      return (openCalls ??= new Set([...lists.unanswered, ...lists.displaced.map(({ call }) => call)]))
    },
  }
}
