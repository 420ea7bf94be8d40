import http, { type IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { proxyTo, upstreamThat } from './proxy-setup.ts'

const beta = 'thinking-binding-controls-2026-08-01'
const sealed = { type: 'thinking', thinking: 'So it goes.', signature: 'c2lnbmF0dXJl'.repeat(4) }
/** An early call has lost its result: the mend asks the provider to drop what is bound to it. */
const interrupted = JSON.stringify({
  model: 'claude-opus-5-5',
  max_tokens: 2000,
  thinking: { type: 'adaptive' },
  tools: [{ name: 'read', input_schema: { type: 'object' } }],
  messages: [
    { role: 'user', content: 'Read a.' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'read', input: {} }] },
    { role: 'user', content: 'Well?' },
    { role: 'assistant', content: [sealed, { type: 'text', text: 'Nothing came.' }] },
    { role: 'user', content: 'Once more.' },
  ],
})

test.each<readonly [asked: readonly string[], sent: string]>([
  [[], beta],
  [['one'], `one,${beta}`],
  [['one', 'two, three'], `one,two,three,${beta}`],
  [[beta, 'one'], `${beta},one`],
])('headers of a client that asks for %j and a beta that the repair needs are two', async (asked, sent) => {
  let headers: readonly string[] = []
  const upstream = await upstreamThat((request, response) => {
    headers = request.rawHeaders
    request.resume().once('end', () => response.setHeader('content-type', 'application/json').end('{}'))
  })
  const { port } = await proxyTo(upstream)
  const given = ['Host', 'localhost', 'Content-Length', String(Buffer.byteLength(interrupted)), 'X-Other', 'kept']
  const out = http.request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/v1/messages',
    headers: [...given, ...asked.flatMap((value) => ['Anthropic-Beta', value])],
  })
  out.end(interrupted)
  const back = await new Promise<IncomingMessage>((resolve) => out.once('response', resolve))
  for await (const _ of back);
  const valuesOf = (name: string): readonly string[] =>
    headers.filter((_, at) => at % 2 === 1 && headers[at - 1]!.toLowerCase() === name)
  expect([valuesOf('anthropic-beta'), valuesOf('x-other'), valuesOf('content-length').length]).toEqual([
    [sent],
    ['kept'],
    1,
  ])
})
