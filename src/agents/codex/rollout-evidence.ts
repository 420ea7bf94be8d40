import { findFormat } from '../../formats/index.ts'
import { makerMark, knownMakers } from '../../recovery/maker.ts'
import type { Evidence } from '../../transcript/evidence.ts'
import type { Rollout, RolloutItem } from './rollout.ts'
import { isRecord } from '../../json/is-record.ts'

/**
 * What a rollout tells beside its items: outputs that its events hold too, and which model made reasoning that the model of
 * the last turn has never been seen to accept. What stood before an answer of that model it has read.
 */
export function rolloutEvidence({ items, model, outputs }: Rollout): Evidence {
  let makerOf: Evidence['makerOf']
  const readMakers = (): NonNullable<Evidence['makerOf']> => {
    const answered = items.findLastIndex((each) => each.model === model && isSpoken(each))
    const messages = items.slice(answered + 1).map((each) => ({
      raw: each.item,
      ...(each.model !== undefined && { meta: { [makerMark]: { model: each.model } } }),
    }))
    return knownMakers({ messages }, findFormat('openai-responses'), model === undefined ? {} : { model })
  }
  return {
    resultOf: (callId, occurrence) => outputs.resultOf(callId, occurrence),
    // Asked for only when a provider has refused something.
    makerOf: (block) => (makerOf ??= readMakers())(block),
  }
}

/** Whether the model has said it: everything but the words of others and outputs of calls. */
function isSpoken({ item }: RolloutItem): boolean {
  if (!isRecord(item)) return false
  const type = String(item['type'] ?? 'message')
  return type === 'message' ? item['role'] === 'assistant' : !type.endsWith('_output')
}
