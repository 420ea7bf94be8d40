import { request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { type FleetViewOptions, serveFleetView } from '../../src/fleet/view/serve-fleet-view.ts'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'
import { user } from '../../src/testing/contracts/store-cases/store-case.ts'

async function view(options: Partial<FleetViewOptions> = {}) {
  const store = createMemoryStore()
  await store.messages.append('<script>alert(1)</script>\u202e', [user('secret prompt')])
  await store.turns.begin('s', { turnID: 'one' })
  await store.turns.advance('s', 'one', 'worker_started')
  const attempts = [{ at: 1, node: 'n', turnID: 'bad', outcome: 'failed', error: 'TypeError' }]
  const history = {
    open: {},
    parked: { bad: { at: 1, attempts } },
    recoveries: [{ at: Date.now(), turnID: 'x', attempts: 2 }],
  }
  await store.state.set('s', 'history', history, { owner: 'fleet' })
  const served = await serveFleetView({ store, port: 0, ...options })
  onTestFinished(() => served.close())
  return served.url
}

/** `fetch` sets Host and Origin itself. */
function ask(url: string, headers: Record<string, string>, method = 'GET', body = ''): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

test('the page shows less than there is, or what was said, or runs what an id says (I12)', async () => {
  const url = await view()
  const page = await (await fetch(url)).text()
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;\ufffd')
  expect(page).toContain('n: failed TypeError')
  expect(page).not.toMatch(/<script|secret|<form|\u202e/)
  const overview = await (await fetch(`${url}/overview`)).json()
  expect(overview).toMatchObject({
    total: 2,
    interrupted: [{ sessionID: 's', turnID: 'one' }],
    parked: [{ turnID: 'bad' }],
  })
  expect(overview).toHaveProperty('recoveries.23.count', 1)
})

test('a page of the web, or another name of this machine, is answered', async () => {
  const url = await view()
  expect(await ask(url, { host: 'evil.example' })).toBe(421)
  expect(await ask(url, { origin: 'https://evil.example' })).toBe(403)
  expect(await ask(url, { origin: url })).toBe(200)
  await expect(view({ host: '0.0.0.0' })).rejects.toThrow('token')
})

test('the view does more than read without its token', async () => {
  const retried: string[] = []
  const producer = { retry: async (session: string, turn: string) => (retried.push(session, turn), {} as never) }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = (url: string, headers: Record<string, string>) =>
    ask(`${url}/retry`, { ...form, ...headers }, 'POST', 'session=s&turn=bad')
  expect(await post(await view(), {})).toBe(405)
  const url = await view({ token: 'right', producer })
  expect(await post(url, {})).toBe(401)
  expect(await post(url, { authorization: 'Bearer wrong' })).toBe(401)
  expect(retried).toEqual([])
  expect(await post(url, { authorization: 'Bearer right' })).toBe(303)
  expect(retried).toEqual(['s', 'bad'])
  const basic = `Basic ${Buffer.from('me:right').toString('base64')}`
  expect(await post(url, { authorization: basic })).toBe(403)
  expect(await post(url, { authorization: basic, origin: url })).toBe(303)
  expect(await (await fetch(url, { headers: { authorization: basic } })).text()).toContain('<form')
})
