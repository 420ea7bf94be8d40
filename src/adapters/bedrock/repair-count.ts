import type { RequestBody } from '../../formats/format.ts'
import { isRecord } from '../../json/is-record.ts'
import { repairUnsent } from '../wire/repair-unsent.ts'
import { readInvokeBody, writeInvokeBody } from './invoke-body.ts'
import { fromWire, toWire } from './wire-messages.ts'

const requests = [[]]

type Options = Parameters<typeof repairUnsent>[2]

/** The input of CountTokens, repaired; it holds the input of a Converse or of an InvokeModel. The same one when it is healthy (I1). */
export function repairCount(given: RequestBody, options: Options): RequestBody {
  const { input, modelId } = given
  if (!isRecord(input)) return given
  const { converse, invokeModel } = input
  if (isRecord(converse) && Array.isArray(converse['messages'])) {
    const body = { ...converse, modelId, messages: toWire(converse['messages']) }
    const repaired = repairUnsent(body, { format: 'bedrock-converse', requests }, options)
    if (repaired === body) return given
    const { modelId: _model, ...rest } = repaired
    return { ...given, input: { ...input, converse: { ...rest, messages: fromWire(rest['messages'] as unknown[]) } } }
  }
  const body = isRecord(invokeModel) ? readInvokeBody(invokeModel['body'], modelId) : null
  const repaired = body && repairUnsent(body, { format: 'anthropic-messages', requests }, options)
  if (!isRecord(invokeModel) || repaired === null || repaired === body) return given
  return {
    ...given,
    input: { ...input, invokeModel: { ...invokeModel, body: writeInvokeBody(repaired, [], invokeModel['body']) } },
  }
}
