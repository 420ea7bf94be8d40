/** A request that its provider refuses. */
interface Asked {
  readonly url: string
  /** Where a proxy takes it. */
  readonly route: string
  readonly body: object
  /** Stands in the body until it is repaired. */
  readonly mark: RegExp
}

const signature = 'messages.1.content.0: Invalid `signature` in `thinking` block'
export const sse = (...events: readonly object[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
/** The same with the name of its type, as Anthropic and OpenAI send it. */
export const named = (event: object): string => {
  const { type } = event as { type?: string }
  return type === undefined ? sse(event) : `event: ${type}\n${sse(event)}`
}

export const claude: Asked = {
  url: 'https://api.anthropic.com/v1/messages',
  route: '/v1/messages',
  mark: /FOREIGN/,
  body: {
    model: 'claude-opus-4-6',
    messages: [
      { role: 'user', content: 'Think.' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'foreign', signature: 'FOREIGN' },
          { type: 'text', text: 'Yes.' },
        ],
      },
      { role: 'user', content: 'Go on.' },
    ],
  },
}
const unverified = {
  code: 'invalid_encrypted_content',
  message:
    'The encrypted content for item rs_1 could not be verified. Reason: Encrypted content could not be decrypted or parsed.',
}
export const responses: Asked = {
  url: 'https://api.openai.com/v1/responses',
  route: '/openai/responses',
  mark: /FOREIGN/,
  body: {
    model: 'gpt-5',
    store: false,
    input: [
      { role: 'user', content: 'Think.' },
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'FOREIGN' },
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'Yes.', annotations: [] }],
      },
      { role: 'user', content: 'Go on.' },
    ],
  },
}
export const gemini: Asked = {
  url: 'https://generativelanguage.googleapis.com/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse',
  route: '/gemini/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse',
  mark: /FOREIGN/,
  body: {
    contents: [
      { role: 'user', parts: [{ text: 'Read.' }] },
      { role: 'model', parts: [{ functionCall: { name: 'read', args: {} }, thoughtSignature: 'FOREIGN' }] },
      { role: 'user', parts: [{ functionResponse: { name: 'read', response: { text: 'a' } } }] },
    ],
  },
}
const geminiAsJson = withoutQuery(gemini)
export const roleOnly: object = {
  id: 'c',
  choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }],
}
const chat = {
  url: 'https://openrouter.ai/api/v1/chat/completions',
  route: '/openai/chat/completions',
  body: { model: 'gpt-5', messages: ['FIRST', 'NEXT'].map((content) => ({ role: 'user', content })) },
  // Of two messages one is made.
  mark: /"user".*"user"/,
}
const endedByError = { choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }] }
export const alternating: object = {
  error: { code: 400, message: 'Conversation roles must alternate user/assistant/user/assistant/...' },
}
export const begun: object = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-4-6',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 0 },
  },
}
export const created: object = {
  type: 'response.created',
  response: { id: 'resp_1', status: 'in_progress', output: [] },
}
export const stream = 'text/event-stream'
const json = 'application/json'
export const refusing: object = { type: 'error', error: { type: 'invalid_request_error', message: signature } }
const failed = { id: 'resp_1', status: 'failed', output: [], error: unverified }
export const forged: object = {
  error: { code: 400, status: 'INVALID_ARGUMENT', message: 'Thought signature is not valid.' },
}
export const responsesFailed: object = { type: 'response.failed', response: failed }
/** What behind its head makes a stream an answer. */
export const messagesAnswer: readonly object[] = [
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Done.' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 1 } },
  { type: 'message_stop' },
]
export const chatAnswer: readonly object[] = [
  { id: 'c', choices: [{ index: 0, delta: { content: 'Done.' }, finish_reason: 'stop' }] },
]
const pretty = JSON.stringify(forged, null, 2)
export const silent: object = { candidates: [{ content: { parts: [{ text: '' }], role: 'model' }, index: 0 }] }
/** Refusals with a status of success: what was asked, and how the provider answers it. */
export const refusalsThatSay200: readonly (readonly [name: string, asked: Asked, type: string, refusal: string])[] = [
  ['Messages', claude, stream, sse(refusing)],
  ['Messages as a whole', claude, json, JSON.stringify(refusing)],
  ['Responses, failed', responses, stream, sse(created, responsesFailed)],
  ['Responses, an error', responses, stream, sse(created, { ...unverified, type: 'error' })],
  ['Responses as a whole', responses, json, JSON.stringify(failed)],
  ['Messages, behind its head', claude, stream, sse({ type: 'ping' }, begun, { type: 'ping' }, refusing)],
  ['Messages, behind a comment', claude, stream, `: PROCESSING\n\n${sse(refusing)}`],
  ['Chat Completions', chat, stream, sse(alternating)],
  ['Chat Completions, behind a role', chat, stream, sse({ choices: [], id: 'c' }, roleOnly, alternating)],
  ['Chat Completions, in a chunk', chat, stream, sse(roleOnly, { ...endedByError, ...alternating })],
  ['Gemini', gemini, stream, sse(forged)],
  ['Gemini, behind an empty text', gemini, stream, sse(silent, forged)],
  ['Gemini, as no event', gemini, stream, pretty],
  ['Gemini, as a list that is no event', gemini, stream, `[${pretty}\n]`],
  ['Gemini, as no event behind one', gemini, stream, `${sse(silent)}${pretty}\n`],
  ['Gemini, in a stream of JSON', geminiAsJson, json, `[${pretty}\n]`],
]

/** A stream that is no stream of events. */
function withoutQuery(asked: Asked): Asked {
  const without = (url: string): string => url.replace('?alt=sse', '')
  return { ...asked, url: without(asked.url), route: without(asked.route) }
}
