import { expect, test } from 'vitest'
import {
  createAnthropicEmulator,
  createConverseEmulator,
  createGeminiEmulator,
  createInvokeModelEmulator,
  createOpenAIChatEmulator,
  createResponsesEmulator,
  type Emulator,
} from '../../src/testing.ts'
import { type Asked, conversations } from './answers/conversations.ts'

/** The body as far as it comes: a stream may break off. Frames hold bytes that no text has. */
async function bodyOf({ body }: Response): Promise<string> {
  if (body === null) return '(no body)'
  const pieces: Uint8Array[] = []
  let end = ''
  try {
    for await (const piece of body as unknown as AsyncIterable<Uint8Array>) pieces.push(piece)
  } catch (cause) {
    end = `\n(breaks off: ${(cause as Error).message})`
  }
  const bytes = Buffer.concat(pieces)
  const text = bytes.includes(0) ? JSON.stringify(bytes.toString('latin1')) : bytes.toString().trimEnd()
  return text.replaceAll('\r', '') + end
}

async function answerTo(
  api: Emulator,
  asked: Asked,
  former: readonly unknown[],
): Promise<[line: string, body: string]> {
  const { body, headers = {}, method = 'POST', path } = asked
  const given = typeof body === 'function' ? body(former) : body
  const sent = typeof given === 'string' ? given : JSON.stringify(given)
  const target = typeof path === 'function' ? path(former) : path
  const request = { method, headers, ...(method === 'POST' && { body: sent }) }
  const response = await api.handle(new Request(`http://provider${target}`, request))
  const told = await bodyOf(response)
  return [`# ${method} ${target}: ${response.status} ${JSON.stringify(Object.fromEntries(response.headers))}`, told]
}

const emulators: Readonly<Record<keyof typeof conversations, () => Emulator<never>>> = {
  'anthropic-messages': createAnthropicEmulator,
  'openai-chat': createOpenAIChatEmulator,
  'openai-responses': createResponsesEmulator,
  gemini: createGeminiEmulator,
  converse: createConverseEmulator,
  'invoke-model': createInvokeModelEmulator,
}

/** What a client of a provider gets, byte by byte. On purpose otherwise: `npx vitest run test/testing/answers -u`. */
test.each(Object.keys(emulators) as (keyof typeof emulators)[])(
  'the emulated %s answers otherwise than is on record',
  async (name) => {
    const api = emulators[name]()
    const { asks, turns } = conversations[name]
    api.respondWith(...(turns as never[]))
    const former: unknown[] = []
    const lines: string[] = []
    for (const asked of asks) {
      const [line, body] = await answerTo(api, asked, former)
      former.push(body.startsWith('{') && !body.includes('\n') ? JSON.parse(body) : body)
      lines.push(line, body)
    }
    lines.push(`# requests`, ...api.requests.map(({ method, path, status }) => `${method} ${path} ${status}`))
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`./answers/${name}.txt`)
  },
)
