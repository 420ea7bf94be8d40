/** A request that its provider refuses. */
interface Asked {
  readonly url: string
  /** Where a proxy takes it. */
  readonly route: string
  readonly body: object
  /** Stands in the body until it is repaired. */
  readonly mark: string
}

const signature = 'messages.1.content.0: Invalid `signature` in `thinking` block'
export const sse = (...events: readonly object[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')

export const claude: Asked = {
  url: 'https://api.anthropic.com/v1/messages',
  route: '/v1/messages',
  mark: 'FOREIGN',
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
const responses = {
  url: 'https://api.openai.com/v1/responses',
  route: '/openai/responses',
  mark: 'FOREIGN',
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
  mark: 'FOREIGN',
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
  mark: '},{',
}
const endedByError = { choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }] }
const alternating = {
  error: { code: 400, message: 'Conversation roles must alternate user/assistant/user/assistant/...' },
}
export const begun: object = {
  type: 'message_start',
  message: { id: 'msg_1', role: 'assistant', content: [], usage: {} },
}
export const created: object = {
  type: 'response.created',
  response: { id: 'resp_1', status: 'in_progress', output: [] },
}
export const stream = 'text/event-stream'
const json = 'application/json'
const refusing = { type: 'error', error: { type: 'invalid_request_error', message: signature } }
const failed = { id: 'resp_1', status: 'failed', output: [], error: unverified }
const forged = { error: { code: 400, status: 'INVALID_ARGUMENT', message: 'Thought signature is not valid.' } }
const pretty = JSON.stringify(forged, null, 2)
const silent = { candidates: [{ content: { parts: [{ text: '' }], role: 'model' }, index: 0 }] }
/** Refusals with a status of success: what was asked, and how the provider answers it. */
export const refusalsThatSay200: readonly (readonly [name: string, asked: Asked, type: string, refusal: string])[] = [
  ['Messages', claude, stream, sse(refusing)],
  ['Messages as a whole', claude, json, JSON.stringify(refusing)],
  ['Responses, failed', responses, stream, sse(created, { type: 'response.failed', response: failed })],
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
