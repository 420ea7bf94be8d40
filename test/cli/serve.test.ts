import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSqliteStore } from '../../src/storage/sqlite/create-sqlite-store.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { stopSignals, untilStopped } from '../../src/cli/proxy/stop-signals.ts'
import { upstreamThat } from '../proxy/proxy-setup.ts'
import { emptyHome, serve } from './run-cli.ts'

/** Asks an MCP server over HTTP: the status, and what it answers. */
async function ask(url: string, method: string, params: object = {}, token?: string): Promise<[number, string]> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return [answer.status, await answer.text()]
}

const isGone = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => false,
    () => true,
  )

test('MCP over HTTP is served to anybody, elsewhere than told, or with other tools, and no signal ends it', async () => {
  const home = emptyHome()
  const env = { SESSION_RECOVERY_MCP_TOKEN: 'right' }
  const args = [
    'mcp',
    '--http',
    '0',
    '--host',
    '::1',
    '--recordings',
    'recorded',
    '--tools',
    'proxy_session_recover,session_undo',
  ]
  const running = serve(args, { home, env })
  const url = await running.said(/Serving MCP at (\S+)\. Ctrl-C ends it\.\n/)
  expect(url).toMatch(/^http:\/\/\[::1\]:\d+\/mcp$/)
  expect((await ask(url, 'tools/list'))[0]).toBe(401)
  const [status, text] = await ask(url, 'tools/list', {}, 'right')
  expect(status).toBe(200)
  expect([...text.matchAll(/"name":"(\w+)"/g)].map(([, name]) => name).sort()).toEqual([
    'proxy_session_recover',
    'session_undo',
  ])
  const { code, stdout, stderr } = await running.stop()
  expect([code, stdout, stderr]).toEqual([0, `${url}\n`, `Serving MCP at ${url}. Ctrl-C ends it.\n`])
  expect(await isGone(url)).toBe(true)
})

test.each<readonly [where: string, env: Readonly<Record<string, string>>, args: readonly string[], store: string]>([
  ['in the state of the user', {}, [], '.local/state/session-recovery/mcp.db'],
  ['where the user keeps state', { XDG_STATE_HOME: '~/state' }, [], 'state/session-recovery/mcp.db'],
  ['where it is named', {}, ['--store', '~/my.db'], 'my.db'],
])('the store of MCP is not %s, or open to others', async (_where, env, args, store) => {
  const home = emptyHome()
  const at = (text: string): string => text.replace('~', home)
  const named = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, at(value)]))
  const running = serve(['mcp', '--http', '0', ...args.map(at)], { home, env: named })
  const url = await running.said(/at (http:\/\/127\.0\.0\.1:\d+\/mcp)\./)
  const call = { name: 'save_session_state', arguments: { state_key: 'n', state_data: 1 } }
  expect(await ask(url, 'tools/call', call)).toEqual([200, expect.stringContaining('Saved n')])
  const databases = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.db'))
  expect(databases).toEqual([store])
  const isOurs = store.includes('/')
  expect(isOurs ? statSync(join(home, store, '..')).mode & 0o777 : 0o700).toBe(0o700)
  expect((await running.stop()).code).toBe(0)
})

test('the page of a fleet is served with more rights than it has, or after its end', async () => {
  const file = join(tempFolder(), 'store.db')
  const store = createSqliteStore(file, { synchronous: 'normal' })
  await store.messages.append('a', [{ raw: { role: 'user', content: 'hi' } }])
  await store.close()
  const env = { SESSION_RECOVERY_FLEET_TOKEN: 'right' }
  const running = serve(['fleet', '--store', file, '--http', '0'], { home: emptyHome(), env })
  const url = await running.said(/: (http:\/\/\S+)\. Ctrl-C ends it\.\n/)
  const page = await fetch(url)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await page.text()).toContain('<td>a</td>')
  // Who looks after a SQLite store has no queue, so nothing could try a turn again.
  const authorization = `Bearer right`
  expect((await fetch(new URL('/retry', url), { method: 'POST', headers: { authorization } })).status).toBe(405)
  expect((await fetch(new URL('/login', url))).status).toBe(401)
  expect((await fetch(new URL('/login', url), { headers: { authorization } })).status).toBe(200)
  expect(await running.stop()).toMatchObject({
    code: 0,
    stdout: '',
    stderr: `Fleet of ${file}: ${url}. Ctrl-C ends it.\n`,
  })
  expect(await isGone(url)).toBe(true)
})

test.each([[[]], [['--verbose']]])('with %j the proxy tells other requests, or serves after its end', async (more) => {
  const upstream = await upstreamThat((incoming, outgoing) => {
    if (incoming.url === '/v1/cut') outgoing.destroy()
    else outgoing.end('{}')
  })
  const running = serve(['proxy', '--port', '0', '--upstream', upstream, ...more], { home: emptyHome() })
  const url = await running.said(/Listening on (\S+)\. Ctrl-C ends it\.\n/)
  expect(await (await fetch(`${url}/anthropic/v1/models?key=secret`)).text()).toBe('{}')
  await fetch(`${url}/anthropic/v1/cut`).catch(() => undefined)
  await running.said(/v1\/cut/)
  const { code, stdout, stderr } = await running.stop()
  expect([code, stdout.split('\n')]).toEqual([
    0,
    [
      `export ANTHROPIC_BASE_URL=${url}/anthropic`,
      `export GOOGLE_GEMINI_BASE_URL=${url}/gemini`,
      `export OPENAI_BASE_URL=${url}/openai/v1`,
      '',
    ],
  ])
  const told = stderr
    .replaceAll(/\d+ ms/g, 'T ms')
    .replaceAll(upstream, 'UP')
    .split('\n')
  expect(told).toEqual([
    `Listening on ${url}. Ctrl-C ends it.`,
    ...more.map(() => 'GET /anthropic/v1/models UP 200 T ms'),
    'GET /anthropic/v1/cut UP upstream_unreachable T ms',
    '',
  ])
  expect(await isGone(url)).toBe(true)
})

test.each(stopSignals)('%s does not end what waits, or a signal is swallowed after the first', async (signal) => {
  const count = (): readonly number[] => stopSignals.map((name) => process.listenerCount(name))
  const before = count()
  const stopped = untilStopped()
  expect(count()).toEqual(before.map((number) => number + 1))
  process.emit(signal, signal)
  await stopped
  expect(count()).toEqual(before)
})
