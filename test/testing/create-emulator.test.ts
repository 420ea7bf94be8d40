import { expect, test } from 'vitest'
import { createEmulator, type Emulator, type ScriptEntry, type Scripted } from '../../src/testing.ts'

type Spoken = { text: string }
type Injected = { error: { status: number } }

function parrot(): Emulator<ScriptEntry<Scripted<Spoken, Injected>>> {
  return createEmulator<Spoken, Injected>({
    paths: /\/say/,
    otherwise: ({ word }) => ({ text: String(word) }),
    inject: ({ error }) => new Response(null, { status: error.status }),
    answer: ({ raw, speak }) =>
      speak((turn, use) => {
        if (raw === '{}') return new Response('nothing to say', { status: 400 })
        use()
        return new Response(turn.text)
      }),
  })
}

const say = (body: string, signal?: AbortSignal): Request =>
  new Request('http://127.0.0.1/say?twice=1', { method: 'POST', body, ...(signal && { signal }) })

test('a refused request uses up a turn of the script', async () => {
  const api = parrot()
  api.respondWith({ text: 'first' })
  expect((await api.handle(say('{}'))).status).toBe(400)
  expect(await (await api.handle(say('{"word":"a"}'))).text()).toBe('first')
  expect(await (await api.handle(say('{"word":"a"}'))).text()).toBe('a')
})

test('an injected error comes after the judge, or more than once', async () => {
  const api = parrot()
  api.respondWith({ error: { status: 529 } }, { text: 'next' })
  expect((await api.handle(say('{}'))).status).toBe(529)
  expect(await (await api.handle(say('{"word":"a"}'))).text()).toBe('next')
})

test('an answer that hangs outlives its client, or comes', async () => {
  const api = parrot()
  api.respondWith({ hang: true })
  const gone = new AbortController()
  const answer = api.handle(say('{"word":"a"}', gone.signal))
  await new Promise((resolve) => setImmediate(resolve))
  expect(api.requests.map(({ status }) => status)).toEqual([0])
  gone.abort()
  expect((await answer).status).toBe(499)
})

test('a body that is no object breaks the record, or the path loses its query', async () => {
  const api = parrot()
  for (const body of ['[1]', '"text"', 'no json']) await api.handle(say(body))
  expect(api.requests.map(({ body, method, path }) => [method, path, body])).toEqual(
    Array.from({ length: 3 }, () => ['POST', '/say?twice=1', {}]),
  )
})

test('a client that was busy sends its next request into a connection that the emulator ends', async () => {
  const api = parrot()
  const { close, url } = await api.listen()
  try {
    const { headers, status } = await fetch(`${url}/say`, { method: 'POST', body: '{"word":"a"}' })
    expect([status, headers.get('connection'), headers.get('keep-alive')]).toEqual([200, 'keep-alive', null])
  } finally {
    await close()
  }
})
