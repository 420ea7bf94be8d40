import { isRecord } from '../../json/is-record.ts'
import type { RequestBody } from '../../formats/format.ts'
import type { CallStart } from '../../recovery/calls/call-guard.ts'
import type { GuardedCall } from '../../recovery/calls/guarded-call.ts'
import { anthropicAnswer } from '../wire/anthropic-answer.ts'
import type { Answer, AnswerReader } from '../wire/answer.ts'
import { bedrockAnswer } from '../wire/bedrock-answer.ts'
import { parse, readInvokeBody, writeInvokeBody } from './invoke-body.ts'
import { fromWire, toWire } from './wire-messages.ts'

/** How to read and write the input of a command, and how to read its output. */
export interface GuardedCommand {
  /** The call in the input; null when it cannot be checked. */
  start(input: RequestBody): Pick<CallStart<RequestBody>, 'format' | 'body'> | null
  /** The input with the repaired call in it. */
  repaired(input: RequestBody, call: GuardedCall): RequestBody
  readonly answers: AnswerReader
  /** The complete answer in the output; `streamField` holds its stream. */
  whole(output: RequestBody): unknown
  readonly streamField: 'stream' | 'body'
  /** The event of the model's own API that an SDK event carries. */
  eventOf(item: unknown): unknown
  /** The answer as it will come back with the next request. */
  stored(answer: Answer): Answer
}

const converse: GuardedCommand = {
  start: (input) =>
    Array.isArray(input['messages'])
      ? { format: 'bedrock-converse', body: { ...input, messages: toWire(input['messages']) } }
      : null,
  repaired: (_input, call) => ({ ...call.body, messages: fromWire(call.messages) }),
  answers: bedrockAnswer,
  whole: (output) => output,
  streamField: 'stream',
  eventOf: (item) => item,
  stored: (answer) => ({ ...answer, messages: toWire(answer.messages) }),
}

const invoke: GuardedCommand = {
  start: ({ body: payload, modelId }) => {
    const body = readInvokeBody(payload, modelId)
    return body && { format: 'anthropic-messages', body }
  },
  repaired: (input, call) => ({ ...input, body: writeInvokeBody(call.body, call.betas, input['body']) }),
  answers: anthropicAnswer,
  whole: ({ body }) => parse(body),
  streamField: 'body',
  eventOf: (item) => (isRecord(item) && isRecord(item['chunk']) ? parse(item['chunk']['bytes']) : null),
  stored: (answer) => answer,
}

/** The commands that take a conversation and have a model answer it, by the name of their class. */
export const guardedCommands: ReadonlyMap<string | undefined, GuardedCommand> = new Map([
  ['ConverseCommand', converse],
  ['ConverseStreamCommand', converse],
  ['InvokeModelCommand', invoke],
  ['InvokeModelWithResponseStreamCommand', invoke],
])
