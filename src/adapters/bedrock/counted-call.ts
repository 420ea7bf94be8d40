import type { RequestBody } from '../../formats/format.ts'
import { isRecord } from '../../json/is-record.ts'
import type { UnsentRequest } from '../wire/repair-unsent.ts'
import { readInvokeBody, writeInvokeBody } from './invoke-body.ts'
import { fromWire, toWire } from './wire-messages.ts'

/** A call whose tokens CountTokens is to count. */
export interface CountedCall {
  readonly endpoint: UnsentRequest
  readonly body: RequestBody
  /** The input of the counted command, for the `session` option. */
  readonly request: RequestBody
  /** The input of CountTokens with another body in it. */
  write(body: RequestBody): RequestBody
}

const requests = [[]]

/** The call in an input of CountTokens: a Converse, or an InvokeModel of the Messages API; null for any other. */
export function countedCall(given: RequestBody): CountedCall | null {
  const { input, modelId } = given
  if (!isRecord(input)) return null
  const { converse, invokeModel } = input
  if (isRecord(converse) && Array.isArray(converse['messages']))
    return {
      endpoint: { format: 'bedrock-converse', requests },
      body: { ...converse, modelId, messages: toWire(converse['messages']) },
      request: { ...converse, modelId },
      write: ({ modelId: _model, messages, ...rest }) => ({
        ...given,
        input: { ...input, converse: { ...rest, messages: fromWire(messages as unknown[]) } },
      }),
    }
  const body = isRecord(invokeModel) ? readInvokeBody(invokeModel['body'], modelId) : null
  if (!isRecord(invokeModel) || body === null) return null
  return {
    endpoint: { format: 'anthropic-messages', requests },
    body,
    request: { ...invokeModel, modelId },
    write: (repaired) => ({
      ...given,
      input: { ...input, invokeModel: { ...invokeModel, body: writeInvokeBody(repaired, [], invokeModel['body']) } },
    }),
  }
}
