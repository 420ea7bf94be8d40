import { createRandom, type Random } from '../../shared/random.ts'
import type { Where } from '../../anthropic-messages/corruptions/corruption.ts'
import { answeredBy } from '../item-table.ts'
import type { ResponsesTranscript, TestItem } from '../transcript.ts'

/** One kind of damage that real sessions show. `apply` never changes its input; null means: not applicable here. */
export type ResponsesCorruption = {
  name: string
  /** The fault type that it causes, by the catalogue (`RecoveryErrorType`). */
  faultType: string
  /** The transcript does not show it: the repair needs the provider's error. */
  needsError?: true
  apply: (transcript: ResponsesTranscript, random?: Random, where?: Where) => ResponsesTranscript | null
}

/** A place in a private copy of the transcript. */
export type Spot = { item: TestItem; at: number; input: TestItem[]; copy: ResponsesTranscript }

/** Wraps the damage of one item of a private copy; `false` means that this place will not do. */
export function onItem(
  name: string,
  faultType: string,
  matches: (item: TestItem, index: number, input: readonly TestItem[]) => boolean,
  damage: (spot: Spot, random: Random) => boolean | void,
  needsError?: true,
): ResponsesCorruption {
  return {
    name,
    faultType,
    ...(needsError && { needsError }),
    apply(transcript, random = createRandom(1), where = 'random') {
      const copy = structuredClone(transcript)
      const { input } = copy
      if (!Array.isArray(input)) return null
      const places = input.flatMap((item, at) => (matches(item, at, input) ? [at] : []))
      if (places.length === 0) return null
      const at = where === 'first' ? places[0]! : where === 'last' ? places.at(-1)! : random.pick(places)
      return damage({ item: input[at]!, at, input, copy }, random) === false ? null : copy
    },
  }
}

const outputTypes = new Set(Object.values(answeredBy).flat())

export const ofType =
  (...types: string[]) =>
  (item: TestItem): boolean =>
    types.includes(String(item['type']))

/** A call that must be answered: approvals may wait, hosted searches answer themselves. */
export const isCall = (item: TestItem): boolean =>
  String(item['type']) in answeredBy && item['type'] !== 'mcp_approval_request' && typeof item['call_id'] === 'string'

export const isOutput = (item: TestItem): boolean =>
  outputTypes.has(String(item['type'])) && item['execution'] !== 'server' && item['type'] !== 'mcp_approval_response'

export const isMessage = (item: TestItem): boolean =>
  item['type'] === 'message' || (!('type' in item) && 'role' in item)

export const callIdOf = (item: TestItem): unknown => item['call_id'] ?? item['id']
