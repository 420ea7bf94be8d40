import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { createSqliteStore } from '../../src/index.ts'
import { createAnthropicEmulator } from '../../src/testing.ts'
import { tempFolder } from '../files/temp-folder.ts'

const PROGRAM = join(import.meta.dirname, 'recovering-process.ts')

function start(...given: string[]): ChildProcess {
  const child = spawn(process.execPath, ['--no-warnings', PROGRAM, ...given], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** An agent that was killed while its answer was arriving; what it leaves is in the file. */
async function killedInAnAnswer() {
  const emulator = createAnthropicEmulator()
  const server = await emulator.listen()
  onTestFinished(() => server.close())
  const file = join(tempFolder(), 'store.db')
  emulator.respondWith({ text: 'Half of this was heard.', stream: { hangAfter: 4 } })
  const agent = start(file, server.url, 'ask')
  const store = createSqliteStore(file)
  onTestFinished(() => store.close())
  await expect.poll(async () => JSON.stringify(await store.turns.pending('s'))).toContain('Half')
  agent.kill('SIGKILL')
  await once(agent, 'close')
  emulator.respondWith({ text: 'All of it.' })
  return { emulator, file, store, url: server.url }
}

/** Lets processes recover at once and gives what each of them reports. */
async function recoverAtOnce(file: string, url: string, count: number): Promise<string[][]> {
  const processes = Array.from({ length: count }, () => {
    const child = start(file, url, 'recover')
    return { child, lines: createInterface({ input: child.stdout! })[Symbol.asyncIterator]() }
  })
  for (const { lines } of processes) await lines.next()
  for (const { child } of processes) child.stdin!.write('go\n')
  return Promise.all(processes.map(async ({ lines }) => JSON.parse((await lines.next()).value as string) as string[]))
}

test('two processes resume the turn of one that was killed, or neither does (I9, I15)', async () => {
  const { emulator, file, store, url } = await killedInAnAnswer()
  const asked = emulator.requests.length
  const outcomes = await recoverAtOnce(file, url, 2)
  // The other one came while the first had it, or when nothing was left.
  expect(outcomes.flat().filter((outcome) => outcome === 'resumed')).toHaveLength(1)
  expect(outcomes.flat().filter((outcome) => !['resumed', 'busy', 'settled'].includes(outcome))).toEqual([])
  expect(emulator.requests).toHaveLength(asked + 1)
  expect((await store.turns.list('s')).map(({ state }) => state).sort()).toEqual([
    'completed',
    'completed',
    'interrupted',
  ])
  const stored = JSON.stringify((await store.messages.load('s'))!.messages.map(({ raw }) => raw))
  expect(stored.match(/Tell me\./g)).toHaveLength(1)
  expect(stored.match(/All of it\./g)).toHaveLength(1)
  expect(stored).not.toContain('Half')
})

test('a session that was removed after the crash comes back (I14)', async () => {
  const { emulator, file, store, url } = await killedInAnAnswer()
  await store.messages.remove('s')
  const asked = emulator.requests.length
  expect(await recoverAtOnce(file, url, 1)).toEqual([[]])
  expect(emulator.requests).toHaveLength(asked)
  expect(await store.messages.list()).toEqual([])
  expect(await store.turns.list('s')).toEqual([])
})
