import { ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startProxy } from '../../src/cli/proxy/proxy-settings.ts'
import { parseCommandLine } from '../../src/cli/table/parse-command-line.ts'
import type { Proxy } from '../../src/proxy/create-proxy.ts'
import { readRecording } from '../../src/proxy/recording/read-recording.ts'
import type { RecoveryReport } from '../../src/recovery/recovery-report.ts'
import { createJournalStore } from '../../src/storage/journal/create-journal-store.ts'
import { JournalBackend } from '../../src/storage/journal/journal-backend.ts'
import { createAnthropicEmulator } from '../../src/testing.ts'
import { interrupted, request } from './proxy-setup.ts'
import { cli, commandFile, emptyHome } from '../cli/run-cli.ts'
import { tempFolder } from '../files/temp-folder.ts'

const main = commandFile

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly talk: string
}

type Started = {
  ended: Promise<Ended>
  kill: (signal: NodeJS.Signals) => void
  said: (text: string) => Promise<string>
}

function start(args: readonly string[], env: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let talk = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (talk += chunk.toString()))
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, out, talk })))
  onTestFinished(() => void child.kill('SIGKILL'))
  return {
    ended,
    kill: (signal) => void child.kill(signal),
    said: async (text) => {
      await expect.poll(() => out + talk).toContain(text)
      return out
    },
  }
}

test('the exit code of the child is lost', async () => {
  expect(await start(['run', '--', 'sh', '-c', 'exit 42']).ended).toMatchObject({ code: 42, talk: '' })
})

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s does not reach the child, or is followed by another exit code',
  async (signal) => {
    // A shell starts in a fraction of what Node takes.
    const trap = `trap 'exit 7' ${signal.slice(3)}; echo ready; while :; do sleep 0.05; done`
    const handled = start(['run', '--', 'sh', '-c', trap])
    await handled.said('ready')
    handled.kill(signal)
    expect(await handled.ended).toMatchObject({ code: 7 })

    const killed = start(['run', '--', 'sh', '-c', 'echo ready; exec sleep 600'])
    await killed.said('ready')
    killed.kill(signal)
    expect(await killed.ended).toMatchObject({ code: signal === 'SIGINT' ? 130 : 143 })
  },
)

test('a command that does not exist ends in a stack, or is no usage error', async () => {
  const home = emptyHome()
  const { code, stderr } = await cli(['run', '--', 'no-such-command'], { home })
  expect(code).toBe(2)
  expect(stderr).toMatch(/^session-recovery: no-such-command is not installed/)
  expect((await cli(['run'], { home })).code).toBe(2)
})

test('a broken conversation of the child fails, or a repair is told with its content, or a key is', async () => {
  const emulator = createAnthropicEmulator()
  const server = await emulator.listen()
  onTestFinished(() => server.close())
  const bodies = ['First', 'Second', 'Third'].map((said) =>
    JSON.stringify({ ...request, messages: [{ role: 'user', content: said }, ...interrupted.slice(1)] }),
  )
  const code = `
    const headers = { 'content-type': 'application/json', 'x-api-key': 'sk-ant-secret', 'anthropic-version': '2023-06-01' }
    let response
    for (const body of ${JSON.stringify(bodies)})
      response = await fetch(process.env.ANTHROPIC_BASE_URL + '/v1/messages', { method: 'POST', headers, body })
    console.log(process.env.ANTHROPIC_BASE_URL, response.status)`
  const store = join(tempFolder(), 'sessions.db')
  const args = ['run', '--store', store, '--', process.execPath, '--input-type=module', '-e', code]
  const { code: exit, out, talk } = await start(args, { ANTHROPIC_BASE_URL: server.url }).ended
  expect([exit, out.trim()]).toEqual([0, expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/anthropic 200$/)])
  expect(talk).toBe('session-recovery: recovered: tool_result_missing, loss synthesised (3 times)\n')
  const kept = (await readFile(store)).toString('latin1') + (await readFile(`${store}-wal`).catch(() => '')).toString()
  expect(kept).toContain('Are you still there?')
  expect(kept).not.toContain('secret')
})

test('the proxy does not print its variables, or does not end in good order', async () => {
  const proxy = start(['proxy'])
  const out = await proxy.said('Listening on')
  const origin = /ANTHROPIC_BASE_URL=(http:\/\/127\.0\.0\.1:\d+)/.exec(out)![1]!
  expect(out.trim().split('\n')).toEqual([
    `export ANTHROPIC_BASE_URL=${origin}/anthropic`,
    `export GOOGLE_GEMINI_BASE_URL=${origin}/gemini`,
    `export OPENAI_BASE_URL=${origin}/openai/v1`,
  ])
  const taken = await start(['proxy', '--port', new URL(origin).port]).ended
  expect(taken).toMatchObject({ code: 2, talk: expect.stringContaining('is taken') })
  proxy.kill('SIGINT')
  expect(await proxy.ended).toMatchObject({ code: 0 })
})

test('an upstream that cannot be one is taken', async () => {
  const { code, stderr } = await cli(['proxy', '--upstream', 'openai=ftp://host'], { home: emptyHome() })
  expect([code, stderr]).toEqual([2, expect.stringContaining('Invalid upstream of openai')])
})

test.each([
  [
    'a proxy that cannot start, with its recording',
    ['proxy', '--upstream', 'openai=ftp://host', '--record', 'kept'],
    2,
  ],
  ['an MCP server that has no such tool', ['mcp', '--tools', 'none'], 1],
  ['an MCP server whose port is none', ['mcp', '--http', 'none'], 0],
  ['a proxy whose port is none', ['proxy', '--port', '65536'], 0],
] as const)('%s leaves its stores open', async (_, words, opened) => {
  const home = tempFolder()
  const closed = vi.spyOn(JournalBackend.prototype, 'close')
  onTestFinished(() => closed.mockRestore())
  const args = words.map((word) => (word === 'kept' ? join(home, 'kept') : word))
  const { code } = await cli([...args, '--store', `${home}/`], { home })
  expect([code, closed.mock.calls.length]).toEqual([2, opened])
})

test.each([
  ['--store', 'text', 'The file is not a SQLite database.'],
  ['--store', 'no/folder/', undefined],
  ['--record', 'text', 'The system refused it: '],
  ['--record', 'text/below', 'The system refused it: '],
] as const)(
  'with %s %s a program is started although nothing can be kept, or is not',
  async (option, name, message) => {
    const home = tempFolder()
    await writeFile(join(home, 'text'), 'neither a database nor a folder')
    const path = `${home}/${name}`
    const { code, stdout, stderr } = await cli(['run', option, path, '--', 'touch', join(home, 'ran')], { home })
    expect([code, stdout]).toEqual([message === undefined ? 0 : 2, ''])
    expect(stderr).toContain(message ?? '')
    expect(existsSync(join(home, 'ran'))).toBe(message === undefined)
  },
)

test('a recording that fails while a program runs is told by the proxy alone', async () => {
  const home = tempFolder()
  const record = join(home, 'kept')
  const code = `import { rmSync, writeFileSync } from 'node:fs'
rmSync(${JSON.stringify(record)}, { recursive: true })
writeFileSync(${JSON.stringify(record)}, '')
await fetch(process.env.OPENAI_BASE_URL + '/models').catch(() => {})`
  const words = ['--upstream', 'http://127.0.0.1:1', '--record', record]
  const child = [process.execPath, '--input-type=module', '-e', code]
  const { stderr } = await cli(['run', ...words, '--', ...child], { home })
  expect(stderr).toMatch(/^session-recovery: The recording failed: .*kept/m)
})

test('a copy whose target cannot be opened leaves its source open', async () => {
  const home = tempFolder()
  const closed = vi.spyOn(JournalBackend.prototype, 'close')
  onTestFinished(() => closed.mockRestore())
  const { code, stderr } = await cli(['copy', `${home}/`, `${home}/${'long'.repeat(100)}`], { home })
  expect([code, stderr]).toEqual([2, expect.stringContaining('Check the path.')])
  expect(closed).toHaveBeenCalledTimes(1)
})

test('a recording that cannot be closed leaves the store of the sessions open', async () => {
  const home = tempFolder()
  const closed = vi.spyOn(JournalBackend.prototype, 'close').mockRejectedValueOnce(new Error('no space'))
  onTestFinished(() => closed.mockRestore())
  const args = ['run', '--record', join(home, 'kept'), '--store', `${home}/`, '--', 'true']
  const { code, stderr } = await cli(args, { home })
  expect([code, stderr]).toEqual([2, expect.stringContaining('no space')])
  expect(closed).toHaveBeenCalledTimes(2)
})

/** A proxy as its command starts it, and the sessions under which its repairs are told. */
async function started(...words: readonly string[]): Promise<{ proxy: Proxy; told: (string | undefined)[] }> {
  const told: (string | undefined)[] = []
  const { invocation } = parseCommandLine(['proxy', ...words])
  const listener = { session: 'of the program', onRepair: ({ sessionID }: RecoveryReport) => void told.push(sessionID) }
  const proxy = await startProxy(invocation, listener, { named: 'http://127.0.0.1:3' })
  onTestFinished(() => proxy.close())
  return { proxy, told }
}

test('an upstream of the proxy is another one, or its longest request is', async () => {
  const all = ['--upstream', 'http://127.0.0.1:1', '--upstream', 'local=http://127.0.0.1:2']
  const { proxy } = await started(...all, '--max-body', '1')
  const answer = async (path: string, length = 2): Promise<string> => {
    const response = await fetch(proxy.url + path, { method: 'POST', body: '{}'.padEnd(length) })
    return /proxy: (.*?)(?: \(|"|$)/.exec(await response.text())?.[1] ?? ''
  }
  const paths = ['anthropic', 'openai', 'gemini', 'local', 'named']
  expect(await Promise.all(paths.map((name) => answer(`/${name}/x`)))).toEqual(
    [1, 1, 1, 2, 3].map((port) => `cannot reach 127.0.0.1:${port}`),
  )
  const mebibyte = 1024 * 1024
  expect(await answer('/v1/messages', mebibyte)).toBe('cannot reach 127.0.0.1:1')
  expect(await answer('/v1/messages', mebibyte + 1)).toBe(`the request is longer than ${mebibyte} bytes`)
})

test.each<
  readonly [words: readonly string[], headers: Record<string, string>, status: number, session: readonly unknown[]]
>([
  [[], {}, 200, ['of the program']],
  [[], { 'session-id': 'the-session-of-it' }, 200, ['the-session-of-it']],
  [['--allow', 'none'], {}, 400, expect.any(Array) as unknown[]],
  [['--observe'], {}, 400, expect.any(Array) as unknown[]],
])(
  'with %j a request is repaired, or told, as if nobody had said so (row %$)',
  async (words, headers, status, session) => {
    const server = await createAnthropicEmulator().listen()
    onTestFinished(() => server.close())
    const { proxy, told } = await started('--upstream', server.url, ...words)
    const body = JSON.stringify({ ...request, messages: interrupted })
    const keys = { 'x-api-key': 'k', 'anthropic-version': '2023-06-01', ...headers }
    expect((await fetch(`${proxy.url}/v1/messages`, { method: 'POST', headers: keys, body })).status).toBe(status)
    expect(told).toEqual(session)
  },
)

test.each([
  [[], false],
  [['--record-cap', '1'], true],
])('with %j the cap of a recording is another one', async (words, isReached) => {
  const server = await createAnthropicEmulator().listen()
  onTestFinished(() => server.close())
  const folder = tempFolder()
  const { proxy } = await started('--upstream', server.url, '--record', folder, ...words)
  const keys = { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' }
  for (let asked = 0; asked < 8; asked += 1) {
    const messages = [{ role: 'user', content: `${asked} goes on. `.repeat(2 ** 15) }]
    const body = JSON.stringify({ ...request, messages })
    await (await fetch(`${proxy.url}/v1/messages`, { method: 'POST', headers: keys, body })).text()
  }
  await proxy.close()
  await using store = createJournalStore(folder)
  const [recording] = await store.messages.list()
  const { dropped, exchanges } = (await readRecording(store, recording!.sessionID))!
  expect([dropped > 0, exchanges.length + dropped]).toEqual([isReached, 8])
})

test('codex is started without its override, or behind its own arguments', async () => {
  const home = tempFolder()
  const codex = join(home, 'codex')
  await writeFile(codex, '#!/bin/sh\necho "$@" > "$CODEX_HOME/heard"\n', { mode: 0o755 })
  await cli(['run', '--', codex, 'exec', 'hi'], { home, env: { CODEX_HOME: home } })
  expect(await readFile(join(home, 'heard'), 'utf8')).toMatch(
    /^-c openai_base_url="http:\/\/127\.0\.0\.1:\d+\/openai\/v1" exec hi\n$/,
  )
})

test('a signal that the child may not be sent is told as a command that cannot be started', async () => {
  const refuse = vi.spyOn(ChildProcess.prototype, 'kill').mockImplementation(function (this: ChildProcess) {
    return !this.emit('error', Object.assign(new Error('kill EPERM'), { code: 'EPERM', syscall: 'kill' }))
  })
  onTestFinished(() => refuse.mockRestore())
  const before = process.listenerCount('SIGHUP')
  const ended = cli(['run', '--', 'sh', '-c', 'sleep 0.2; exit 7'], { home: emptyHome() })
  await expect.poll(() => process.listenerCount('SIGHUP')).toBeGreaterThan(before)
  process.emit('SIGHUP', 'SIGHUP')
  expect(await ended).toMatchObject({ code: 7, stderr: '' })
  expect(refuse).toHaveBeenCalledTimes(1)
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s that comes right behind the start of the child ends the command alone, and leaves the child running',
  async (signal) => {
    const starter = ChildProcess.prototype as unknown as { spawn(this: unknown, options: unknown): number }
    const start = starter.spawn
    const before = process.listenerCount(signal)
    const listening: number[] = []
    const watched = vi.spyOn(starter, 'spawn').mockImplementation(function (this: unknown, options) {
      listening.push(process.listenerCount(signal) - before)
      return start.call(this, options)
    })
    onTestFinished(() => watched.mockRestore())
    expect(await cli(['run', '--', 'sh', '-c', 'exit 7'], { home: emptyHome() })).toMatchObject({ code: 7 })
    expect(listening).toEqual([1])
    expect(process.listenerCount(signal)).toBe(before)
  },
)
