import { execFile } from 'node:child_process'
import { request } from 'node:http'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { fleetOverview } from '../../src/fleet/view/fleet-overview.ts'
import { type FleetViewOptions, serveFleetView } from '../../src/fleet/view/serve-fleet-view.ts'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'
import { user } from '../../src/testing/contracts/store-cases/store-case.ts'
import { findBrowser } from '../find-browser.ts'

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

test('an overview reads all sessions of a large fleet, miscounts them, or leaves out one with work', async () => {
  const store = createMemoryStore()
  for (let index = 0; index < 230; index += 1) await store.messages.append(`s${index}`, [user('hi')])
  await store.turns.begin('s0', { turnID: 'one' })
  const messages = { ...store.messages, list: () => Promise.reject(new Error('a million rows')) }
  const { sessions, total } = await fleetOverview({ ...store, messages })
  expect([sessions.length, total]).toEqual([200, 230])
  expect(sessions[0]).toMatchObject({ sessionID: 's0', messages: 1, pending: [{ turnID: 'one', state: 'submitted' }] })
  expect(new Set(sessions.map(({ sessionID }) => sessionID)).size).toBe(200)
})

/** The page of a fleet in which every name is the same, and what its elements and attributes are, without any text. */
async function skeletonWith(name: string): Promise<{ readonly skeleton: unknown; readonly html: string }> {
  const store = createMemoryStore()
  const attempts = [{ at: 1, node: name, turnID: name, outcome: name, error: name }]
  await store.messages.append(name, [user('secret prompt')])
  await store.turns.begin(name, { turnID: name })
  await store.turns.advance(name, name, 'worker_started')
  await store.leases.acquire('held', { owner: name, ttlMs: 60_000 })
  await store.messages.append('held', [user('secret prompt')])
  await store.turns.begin('held', { turnID: name })
  const history = { open: {}, parked: { [name]: { at: 1, attempts } }, recoveries: [] }
  await store.state.set(name, 'history', history, { owner: 'fleet' })
  const producer = { retry: async () => ({}) as never }
  const served = await serveFleetView({ store, port: 0, token: 'right', producer })
  onTestFinished(() => served.close())
  const page = await fetch(served.url, { headers: { authorization: 'Bearer right' } })
  const html = await page.text()
  // A text that breaks out of its place would add an element, an attribute or a quote here.
  const tags = [...html.matchAll(/<(\/?\w+)((?:\s[\w-]+(?:="[^"]*")?)*)\s*>/g)].map(([, tag, attributes = '']) => [
    tag,
    [...attributes.matchAll(/\s([\w-]+)(?:="[^"]*")?/g)].map(([, attribute]) => attribute),
  ])
  return { skeleton: [tags, html.split('<').length], html }
}

test.each([
  `</td></table><script>alert(1)</script>`,
  `" onmouseover="alert(1)" x="`,
  `' autofocus onfocus='alert(1)`,
  `<img src=https://evil.example/x>`,
  `<meta http-equiv="refresh" content="0;url=https://evil.example">`,
  `--></style><style>@import url(//evil.example)`,
  `javascript:alert(1)`,
  `&lt;b&gt;&#60;i&#62;`,
])('a node, session, turn or error called %s becomes more than text', async (name) => {
  const [harmless, hostile] = [await skeletonWith('harmless'), await skeletonWith(name)]
  expect(hostile.skeleton).toEqual(harmless.skeleton)
  // The name itself stands there, so that the operator can tell whom it is about.
  const shown = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
  expect(hostile.html.split(shown).length).toBeGreaterThan(6)
  expect(hostile.html).not.toContain('secret')
})

test('the page loads something, runs something, or may be shown inside of another one', async () => {
  const page = await fetch(await view({ token: 'right', producer: { retry: async () => ({}) as never } }))
  const policy = page.headers.get('content-security-policy') ?? ''
  const [, nonce] = /style-src 'nonce-([\w+/=]+)'/.exec(policy) ?? []
  expect(policy).toBe(
    `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  )
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.headers.get('x-content-type-options')).toBe('nosniff')
  const html = await page.text()
  expect(html).toContain(`<style nonce="${nonce}">`)
  expect(html).not.toMatch(/<script|<link|<img|<iframe|<object|\ssrc=|\shref=|url\(|@import|javascript:|\son\w+=/i)
  // Another one each time: who has seen one cannot write for it.
  expect((await fetch(page.url)).headers.get('content-security-policy')).not.toBe(policy)
})

test('a browser does not show the page, or runs a name', async ({ skip }) => {
  const browser = findBrowser()
  skip(browser === undefined, 'there is no Chromium here: the page of the fleet was not opened in a browser')
  const { stdout } = await promisify(execFile)(
    browser ?? '',
    ['--headless', '--no-sandbox', '--disable-gpu', '--virtual-time-budget=2000', '--dump-dom', await view()],
    { timeout: 50_000 },
  )
  expect(stdout).toContain('<h2>Interrupted</h2>')
  expect(stdout).toContain('n: failed TypeError')
  expect(stdout).not.toMatch(/<script/)
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
