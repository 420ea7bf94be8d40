import type { ServerResponse } from 'node:http'
import { serverByPath, type ServerByPath } from './server-by-path.ts'

type Api = 'messages' | 'chat' | 'responses' | 'gemini' | 'converse'

const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 }
const text = [{ type: 'text', text: 'Done.' }]
const content = [{ type: 'output_text', text: 'Done.', annotations: [] }]
const item = { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content }
const response = { id: 'resp_1', object: 'response', created_at: 1, model: 'gpt-5', status: 'completed', usage }
const message = { role: 'assistant', content: 'Done.' }
const good: Readonly<Record<Api, object>> = {
  messages: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: text,
    stop_reason: 'end_turn',
    usage,
  },
  chat: {
    id: 'c',
    model: 'gpt-5',
    created: 1,
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  },
  responses: { ...response, output: [item] },
  gemini: { candidates: [{ content: { role: 'model', parts: [{ text: 'Done.' }] }, finishReason: 'STOP' }] },
  converse: {
    output: { message: { role: 'assistant', content: [{ text: 'Done.' }] } },
    stopReason: 'end_turn',
    usage: {},
  },
}
const failed = {
  ...response,
  status: 'failed',
  output: [],
  error: { code: 'server_error', message: 'The server had an error.' },
}
const json = (status: number, body: unknown) => (outgoing: ServerResponse) =>
  void outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const ways: Readonly<Record<string, (outgoing: ServerResponse, api: Api) => void>> = {
  'an answer': (outgoing, api) => json(200, good[api])(outgoing),
  'no content': (outgoing) => void outgoing.writeHead(204).end(),
  'no body': (outgoing) => void outgoing.writeHead(200, { 'content-type': 'application/json' }).end(),
  null: json(200, null),
  'an empty object': json(200, {}),
  'a text': (outgoing) => void outgoing.writeHead(200, { 'content-type': 'text/plain' }).end('Hello.'),
  'a page': (outgoing) => void outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in.</html>'),
  'no JSON': (outgoing) => void outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{"torn'),
  'an overloaded server': json(529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
  'a failed response': (outgoing, api) => json(200, api === 'responses' ? failed : good[api])(outgoing),
  'a broken connection': (outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': '99' }).write('{"a":')
    setTimeout(() => outgoing.destroy(), 20)
  },
  'no answer': (outgoing) => void outgoing.destroy(),
  'a page of a proxy': (outgoing) =>
    void outgoing.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad gateway</html>'),
}
export const answers: readonly string[] = Object.keys(ways)

export const serverOfAnswers = (): Promise<ServerByPath> =>
  serverByPath((outgoing, api, way) => ways[way]!(outgoing, api as Api))
