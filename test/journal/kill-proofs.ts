import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { appendAll } from '../../src/json/append-all.ts'
import { recoverJournal } from '../../src/journal/recover-journal.ts'
import { createJournalStore } from '../../src/storage/journal/create-journal-store.ts'
import { createRandom } from '../../src/testing.ts'

interface Writer {
  readonly child: ChildProcess
  readonly lines: string[]
  readonly ended: Promise<unknown>
  /** Refused, because another process has the session. */
  readonly waits: Promise<unknown>
  has(count: number): Promise<void>
}

function start(folder: string, name: string): Writer {
  const child = spawn(
    process.execPath,
    ['--no-warnings', join(import.meta.dirname, 'journal-writer.ts'), folder, name],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout! })
  const waits = new Promise<void>((resolve) => {
    reader.on('line', (line) => (line === 'waiting' ? resolve() : lines.push(line)))
  })
  const ended = once(child, 'close')
  const has = async (count: number): Promise<void> => {
    while (lines.length < count && child.exitCode === null) await Promise.race([once(reader, 'line'), ended])
  }
  return { child, lines, ended, waits, has }
}

/**
 * Two processes want one session. Each time the one that has it is killed; the other takes over at once. What anybody
 * acknowledged is there in the end, in one order, and at no moment two have written. The seed decides after how many
 * acknowledgements each is killed; at which instruction is up to the machine.
 */
export async function provesKills(folder: string, kills: number, seed: number): Promise<void> {
  const random = createRandom(seed)
  const acknowledged: string[] = []
  let owner = start(folder, 'w0')
  await owner.has(1)
  for (let turn = 1; turn <= kills; turn += 1) {
    const rival = start(folder, `w${turn}`)
    await Promise.race([rival.waits, rival.ended])
    await owner.has(owner.lines.length + 1 + random.below(5))
    assert.deepEqual(rival.lines, [], 'two processes write one session')
    owner.child.kill('SIGKILL')
    await owner.ended
    appendAll(acknowledged, owner.lines)
    await rival.has(1)
    owner = rival
  }
  owner.child.kill('SIGKILL')
  await owner.ended
  appendAll(acknowledged, owner.lines)

  const { recovered } = await recoverJournal(folder, { apply: true })
  assert.ok(
    ['clean', 'recovered'].includes(recovered[0]!.state),
    `${recovered[0]!.state} ${recovered[0]!.error?.message}`,
  )
  await using store = createJournalStore(folder)
  const texts = (await store.messages.load('s'))!.messages.map(({ raw }) => String(Object(raw).content))
  const known = new Set(acknowledged)
  assert.deepEqual(
    texts.filter((text) => known.has(text)),
    acknowledged,
  )
  // The last append of a killed process may be there without having been acknowledged, and no other.
  assert.ok(texts.length - acknowledged.length <= kills + 1)
  let token = 0
  for await (const line of store.journal.export('s')) {
    const record = JSON.parse(line) as { token: number }
    assert.ok(record.token >= token, 'a stale writer has written')
    token = record.token
  }
}
