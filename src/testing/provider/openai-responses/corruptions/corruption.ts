import { type Damage, damage, type DamageTraits } from '../../shared/damage.ts'
import type { Random } from '../../shared/random.ts'
import { answeredBy } from '../item-table.ts'
import type { ResponsesTranscript, TestItem } from '../transcript.ts'

/** One kind of damage to a conversation of the Responses API. */
export type ResponsesCorruption = Damage<ResponsesTranscript>

/** A place in a private copy of the transcript. */
export type Spot = { item: TestItem; at: number; input: TestItem[]; copy: ResponsesTranscript }

/** Damages one item of a private copy; the change returns `false` when a place is unsuitable. */
export function onItem(
  name: string,
  faultType: string,
  matches: (item: TestItem, index: number, input: readonly TestItem[]) => boolean,
  change: (spot: Spot, random: Random) => boolean | void,
  traits: DamageTraits = {},
): ResponsesCorruption {
  return damage<ResponsesTranscript>(
    name,
    faultType,
    (copy, pick, random) => {
      const { input } = copy
      if (!Array.isArray(input)) return false
      const at = pick(input.flatMap((item, index) => (matches(item, index, input) ? [index] : [])))
      return at === undefined ? false : change({ item: input[at]!, at, input, copy }, random)
    },
    traits,
  )
}

const outputTypes = new Set(Object.values(answeredBy).flat())

export const ofType =
  (...types: string[]) =>
  (item: TestItem): boolean =>
    types.includes(String(item['type']))

/** Whether an item is a call that must be answered: approvals may wait, hosted searches need no output. */
export const isCall = (item: TestItem): boolean =>
  String(item['type']) in answeredBy && item['type'] !== 'mcp_approval_request' && typeof item['call_id'] === 'string'

export const isOutput = (item: TestItem): boolean =>
  outputTypes.has(String(item['type'])) && item['execution'] !== 'server' && item['type'] !== 'mcp_approval_response'

export const isMessage = (item: TestItem): boolean =>
  item['type'] === 'message' || (!('type' in item) && 'role' in item)

export const callIdOf = (item: TestItem): unknown => item['call_id'] ?? item['id']
