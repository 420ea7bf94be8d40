import Anthropic from '@anthropic-ai/sdk'
import { expect, test } from 'vitest'
import { sessionRecovery } from '../../src/anthropic.ts'
import { recoveringFetch } from '../../src/fetch.ts'
import { proxyTo, upstreamThat } from '../proxy/proxy-setup.ts'

const healthy = [{ role: 'user' as const, content: 'Hello' }]
const broken = [...healthy, { role: 'assistant' as const, content: ' \n' }, ...healthy]
const request = { model: 'claude-opus-5', max_tokens: 10 }
const answer = { type: 'message', role: 'assistant', content: [{ type: 'text', text: 'Hello' }] }

type Call = (messages: typeof broken) => Promise<string | null | undefined>

const init = (messages: typeof broken): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', 'Idempotency-Key': 'turn-7' },
  body: JSON.stringify({ ...request, messages }),
})

/** Sends messages under a key, and tells under which one they arrived. */
const carriers: Readonly<Record<string, Call>> = {
  fetch: async (messages) => {
    let key: string | null | undefined
    const send = recoveringFetch()(async (_, sent) => {
      key = new Headers(sent?.headers).get('idempotency-key')
      return Response.json(answer)
    })
    await send('https://api.test/v1/messages', init(messages))
    return key
  },

  'the SDK of Anthropic': async (messages) => {
    let key: string | null | undefined
    const client = new Anthropic({
      apiKey: 'k',
      middleware: [sessionRecovery()],
      fetch: async (_, sent) => {
        key = new Headers(sent?.headers).get('idempotency-key')
        return Response.json(answer)
      },
    })
    await client.messages.create({ ...request, messages }, { headers: { 'Idempotency-Key': 'turn-7' } })
    return key
  },

  'the proxy': async (messages) => {
    const keys: string[] = []
    const upstream = await upstreamThat((asked, response) => {
      asked.rawHeaders.forEach((name, at) => {
        if (at % 2 === 0 && name.toLowerCase() === 'idempotency-key') keys.push(asked.rawHeaders[at + 1]!)
      })
      asked
        .resume()
        .once('end', () => response.setHeader('content-type', 'application/json').end(JSON.stringify(answer)))
    })
    const { port } = await proxyTo(upstream)
    await (await fetch(`http://127.0.0.1:${port}/v1/messages`, init(messages))).text()
    return keys.join(', ')
  },
}

test.each(Object.entries(carriers))(
  'over %s another body goes out under the key of the one that was given, or the same body under two',
  async (_, call) => {
    expect(await call(healthy)).toBe('turn-7')
    const repaired = await call(broken)
    expect(repaired).toMatch(/^turn-7-\w{12}$/)
    expect(await call(broken)).toBe(repaired)
    expect(await call([...broken, ...broken])).not.toBe(repaired)
  },
)
