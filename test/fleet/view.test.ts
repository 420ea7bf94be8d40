import { request } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { FleetError } from '../../src/fleet/fleet-error.ts'
import { fleetOverview } from '../../src/fleet/view/fleet-overview.ts'
import { serveFleetView } from '../../src/fleet/view/serve-fleet-view.ts'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'
import { user } from '../../src/testing/contracts/store-cases/store-case.ts'
import { view } from './served-view.ts'

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

/** What is answered to a request that is written by hand: the clients of Node always name a host. */
async function askBare(url: string, headers: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port) })
  socket.end(`GET / HTTP/1.0\r\n${headers}\r\n`)
  let answer = ''
  for await (const piece of socket) answer += String(piece)
  return answer.slice(9, 12)
}

/** What a form, or a program, posts. */
const retryOf = (body: string): RequestInit => ({ method: 'POST', body, headers: { authorization: 'Bearer right' } })

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

test('a page of the web, or another name of this machine, is answered', async () => {
  const url = await view()
  expect(await ask(url, { host: 'evil.example' })).toBe(421)
  expect(await ask(url, { origin: 'https://evil.example' })).toBe(403)
  expect(await ask(url, { origin: url })).toBe(200)
  await expect(view({ host: '0.0.0.0' })).rejects.toThrow('token')
})

test('a request that names no host, or one that cannot be, is answered', async () => {
  const authorization = 'Authorization: Bearer right\r\n'
  for (const host of ['127.0.0.1', '0.0.0.0']) {
    const url = await view({ host, token: 'right' })
    expect([host, await askBare(url, authorization)]).toEqual([host, '421'])
    expect([host, await askBare(url, `Host: a b\r\n${authorization}`)]).toEqual([host, '421'])
    expect([host, await askBare(url, `Host: ${host}\r\n${authorization}`)]).toEqual([host, '200'])
  }
})

test('the view does more than read without its token', async () => {
  const retried: string[] = []
  const producer = { retry: async (session: string, turn: string) => (retried.push(session, turn), {} as never) }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = (url: string, headers: Record<string, string>) =>
    ask(`${url}/retry`, { ...form, ...headers }, 'POST', 'session=s&turn=bad')
  expect(await post(await view(), {})).toBe(405)
  expect(await post(await view({ producer }), {})).toBe(405)
  expect(await post(await view({ token: 'right' }), { authorization: 'Bearer right' })).toBe(405)
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
  const colons = await view({ token: 'a:b', producer })
  const login = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`
  for (const [pair, status] of [
    ['me:a:b', 303],
    [':a:b', 303],
    ['a:b', 401],
    ['me:a', 401],
  ] as const)
    expect([pair, await post(colons, { authorization: login(pair), origin: colons })]).toEqual([pair, status])
})

test('an overview counts, sorts or dates otherwise', async () => {
  const hourMs = 3_600_000
  let time = 1_000
  const store = createMemoryStore({ now: () => time })
  for (const id of ['idle', 'newer']) {
    await store.messages.append(id, [user('hi'), user('there')])
    time += 1_000
  }
  await store.turns.begin('waits', { turnID: 'one' })
  time += 1_000
  await store.turns.begin('lost', { turnID: 'two' })
  await store.turns.begin('lost', { turnID: 'three' })
  await store.turns.advance('lost', 'two', 'worker_started')
  time += 1_000
  await store.turns.begin('held', { turnID: 'four' })
  await store.turns.advance('held', 'four', 'worker_started')
  const at = 1_000 * hourMs + 7
  const attempts = [{ at: 1, node: 'n', turnID: 'bad', outcome: 'failed' }]
  const recoveries = [0, 1, 23.5, 1, 24].map((hours) => ({ at: at - hours * hourMs, turnID: 'x', attempts: 2 }))
  await store.state.set(
    'idle',
    'history',
    { open: {}, parked: { bad: { at: 9, attempts } }, recoveries },
    { owner: 'fleet' },
  )
  time = at
  await store.leases.acquire('held', { owner: 'n', ttlMs: 5_000 })
  const overview = await fleetOverview({ ...store, now: () => at })
  const empty = { owner: null, until: null, pending: [] }
  expect(overview).toEqual({
    at,
    total: 5,
    sessions: [
      {
        ...empty,
        sessionID: 'waits',
        updatedAt: 3_000,
        messages: 0,
        pending: [{ turnID: 'one', state: 'submitted', since: 3_000 }],
      },
      {
        ...empty,
        sessionID: 'lost',
        updatedAt: 4_000,
        messages: 0,
        pending: [
          { turnID: 'two', state: 'worker_started', since: 4_000 },
          { turnID: 'three', state: 'submitted', since: 4_000 },
        ],
      },
      {
        sessionID: 'held',
        updatedAt: expect.any(Number) as number,
        messages: 0,
        owner: 'n',
        until: at + 5_000,
        pending: [{ turnID: 'four', state: 'worker_started', since: 5_000 }],
      },
      { ...empty, sessionID: 'newer', updatedAt: 2_000, messages: 2 },
      { ...empty, sessionID: 'idle', updatedAt: 1_000, messages: 2 },
    ],
    interrupted: [{ sessionID: 'lost', turnID: 'two', since: 4_000 }],
    parked: [{ sessionID: 'idle', turnID: 'bad', at: 9, attempts }],
    recoveries: Array.from({ length: 24 }, (_, index) => ({
      hour: (977 + index) * hourMs,
      count: { 22: 2, 23: 1 }[index] ?? 0,
    })),
  })
})

const plain = 'text/plain; charset=utf-8'

test.each<readonly [what: string, path: string, init: RequestInit, status: number, type: string, says: RegExp]>([
  ['the page', '/?a=b', {}, 200, 'text/html; charset=utf-8', /^<!doctype html>/],
  ['its head', '/', { method: 'HEAD' }, 200, 'text/html; charset=utf-8', /^$/],
  ['the facts', '/overview?a', {}, 200, 'application/json', /^\{"at":/],
  ['a login without a token', '/login', {}, 401, plain, /^A token is needed\.\n$/],
  ['a login', '/login', { headers: { authorization: 'Bearer right' } }, 303, plain, /^Welcome\.\n$/],
  ['a token of another scheme', '/login', { headers: { authorization: 'Digest right' } }, 401, plain, /needed/],
  ['another path', '/x', {}, 404, plain, /^There is nothing here\.\n$/],
  ['another method', '/', { method: 'PUT' }, 405, plain, /^This view only reads\.\n$/],
  ['another page that posts', '/', { method: 'POST' }, 405, plain, /only reads/],
  ['a retry that is no form', '/retry', retryOf('x'), 400, plain, /^Send `session` and `turn`\.\n$/],
  ['a retry of no turn', '/retry', retryOf('session=s'), 400, plain, /^Send/],
  ['a retry that is too long', '/retry', retryOf('x'.repeat(64 * 1024 + 1)), 413, plain, /^Too long\.\n$/],
  ['a retry that is just not too long', '/retry', retryOf('x'.repeat(64 * 1024)), 400, plain, /^Send/],
  ['a retry', '/retry', retryOf('session=s&turn=t'), 303, plain, /^It will be tried again\.\n$/],
  [
    'a retry of what is not parked',
    '/retry',
    retryOf('session=s&turn=none'),
    409,
    plain,
    /^This turn is not parked\.\n$/,
  ],
  ['a retry that fails', '/retry', retryOf('session=s&turn=fails'), 500, plain, /^The store cannot be read\.\n$/],
])('%s is answered otherwise', async (_what, path, init, status, type, says) => {
  const errors: unknown[] = []
  const retry = async (_session: string, turn: string): Promise<never> => {
    if (turn === 'none') throw new FleetError('not_parked', 'This turn is not parked.')
    if (turn === 'fails') throw new Error('away')
    return {} as never
  }
  const url = await view({ token: 'right', producer: { retry }, onError: (cause) => void errors.push(cause) })
  const answer = await fetch(url + path, { redirect: 'manual', ...init })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([status, type])
  expect(await answer.text()).toMatch(says)
  expect(answer.headers.get('location')).toBe(status === 303 ? '/' : null)
  expect(answer.headers.get('allow')).toBe(status === 405 ? 'GET' : null)
  expect(answer.headers.get('referrer-policy')).toBe('same-origin')
  expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Basic realm="fleet", charset="UTF-8"' : null)
  expect(errors.map(String)).toEqual(status === 500 ? ['Error: away'] : [])
})
