import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSqliteStore } from '../../src/storage/sqlite/create-sqlite-store.ts'
import { tempFolder } from '../files/temp-folder.ts'
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
