import type { ServerResponse } from 'node:http'
import { awsEventFrame } from '../../src/testing/provider/shared/aws-event-frame.ts'
import { serverByPath, type ServerByPath } from './server-by-path.ts'
import * as wire from './refusals-that-say-200.ts'

/** The stream of one API: what begins it, what says something, what ends it, and how the provider breaks off. */
export interface Streamed {
  readonly head: object
  readonly said: readonly object[]
  readonly end: readonly object[]
  readonly failure: object
  /** The provider cannot take the messages. */
  readonly refusal: object
  encode(event: object): string | Uint8Array
  readonly type: string
}

const chunk = (delta: object, finish: string | null = null): object => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'gpt-5',
  choices: [{ index: 0, delta, finish_reason: finish }],
})
const item = { id: 'msg_1', type: 'message', role: 'assistant', status: 'in_progress', content: [] }
const content = [{ type: 'output_text', text: 'Done.', annotations: [] }]
const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 }
const response = {
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  model: 'gpt-5',
  status: 'in_progress',
  output: [],
  usage,
}
const done = { ...item, status: 'completed', content }
const part = { output_index: 0, item_id: 'msg_1', content_index: 0 }
const candidate = (text: string, more: object = {}): object => ({
  candidates: [{ content: { parts: [{ text }], role: 'model' }, index: 0, ...more }],
})
const overloaded = { type: 'overloaded_error', message: 'Overloaded' }
const failed = { code: 'server_error', message: 'The server had an error.' }
const type = wire.stream
const encode = wire.named

export const streams: Readonly<Record<'messages' | 'chat' | 'responses' | 'gemini' | 'converse', Streamed>> = {
  messages: {
    head: wire.begun,
    said: wire.messagesAnswer.slice(0, 2),
    end: wire.messagesAnswer.slice(2),
    failure: { type: 'error', error: overloaded },
    refusal: wire.refusing,
    encode,
    type,
  },
  chat: {
    head: chunk({ role: 'assistant', content: '' }),
    said: [chunk({ content: 'Done.' })],
    end: [chunk({}, 'stop')],
    failure: { error: { ...failed, type: 'server_error', param: null } },
    refusal: wire.alternating,
    encode,
    type,
  },
  responses: {
    head: { type: 'response.created', sequence_number: 0, response },
    said: [
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.content_part.added', ...part, part: { ...content[0], text: '' } },
      { type: 'response.output_text.delta', ...part, delta: 'Done.' },
    ],
    end: [
      { type: 'response.output_item.done', output_index: 0, item: done },
      { type: 'response.completed', response: { ...response, status: 'completed', output: [done] } },
    ],
    failure: { type: 'response.failed', response: { ...response, status: 'failed', error: failed } },
    refusal: wire.responsesFailed,
    encode,
    type,
  },
  gemini: {
    head: candidate(''),
    said: [candidate('Done.')],
    end: [candidate('', { finishReason: 'STOP' })],
    failure: { error: { code: 503, status: 'UNAVAILABLE', message: 'The model is overloaded.' } },
    refusal: wire.forged,
    encode,
    type,
  },
  converse: {
    head: { messageStart: { role: 'assistant' } },
    said: [{ contentBlockDelta: { contentBlockIndex: 0, delta: { text: 'Done.' } } }],
    end: [{ contentBlockStop: { contentBlockIndex: 0 } }, { messageStop: { stopReason: 'end_turn' } }],
    failure: { throttlingException: { message: 'Too many requests.' } },
    refusal: { validationException: { message: 'The conversation must end with a user message.' } },
    encode: (event) => {
      const [[name, payload]] = Object.entries(event) as [[string, object]]
      return awsEventFrame(name, payload)
    },
    type: 'application/vnd.amazon.eventstream',
  },
}

/** How far a stream comes, and how it ends there. */
const places = {
  'at once': () => [],
  'behind its head': ({ head }: Streamed) => [head],
  'in its midst': ({ head, said }: Streamed) => [head, ...said],
  'behind its last word': ({ end, head, said }: Streamed) => [head, ...said, ...end],
} as const
const ends = {
  stops: (outgoing: ServerResponse) => void outgoing.end(),
  'is torn': (outgoing: ServerResponse) => void setTimeout(() => outgoing.destroy(), 20),
  fails: (outgoing: ServerResponse, { encode: encoded, failure }: Streamed) => void outgoing.end(encoded(failure)),
  'is refused': (outgoing: ServerResponse, { encode: encoded, refusal }: Streamed) =>
    void outgoing.end(encoded(refusal)),
  // So Google's APIs break off.
  'fails as no event': (outgoing: ServerResponse, { encode: encoded, failure, type: given }: Streamed) =>
    void outgoing.end(given === type ? `${JSON.stringify(failure, null, 2)}\n` : encoded(failure)),
  'holds no JSON': (outgoing: ServerResponse, { type: given }: Streamed) =>
    void outgoing.end(given === type ? 'data: {"torn\n\n' : Buffer.from([0, 0, 0, 20, 1, 2, 3])),
} as const

export const endings: readonly string[] = Object.keys(places).flatMap((place) =>
  Object.keys(ends).map((end) => `${end}, ${place}`),
)

export const serverOfEndings = (): Promise<ServerByPath> =>
  serverByPath((outgoing, api, ending) => {
    const [end, place] = ending.split(', ') as [keyof typeof ends, keyof typeof places]
    const stream = streams[api as keyof typeof streams]
    outgoing.writeHead(200, { 'content-type': stream.type })
    outgoing.flushHeaders()
    for (const event of places[place](stream)) outgoing.write(stream.encode(event))
    ends[end](outgoing, stream)
  })
