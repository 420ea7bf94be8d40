import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { examineSession } from '../src/journal/examine-session.ts'
import { recoverJournal } from '../src/journal/recover-journal.ts'
import { SessionCursor } from '../src/journal/session-cursor.ts'
import { SessionLog } from '../src/journal/session-log.ts'
import { nodeFs } from '../src/files/node-fs.ts'
import { createJournalStore } from '../src/storage/journal/create-journal-store.ts'
import { createSqliteStore } from '../src/storage/sqlite/create-sqlite-store.ts'
import { longConversation } from './long-conversation.ts'

/* Ratios inside one run: all of it beside the raw work on the same bytes, or beside SQLite. */

/** The best times of some jobs, in milliseconds. They take turns, so that what other processes take away hits all. */
async function times(rounds: number, ...jobs: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const best = jobs.map(() => Infinity)
  for (let round = 0; round < rounds; round += 1)
    for (const [index, job] of jobs.entries()) {
      const start = performance.now()
      await job()
      best[index] = Math.min(best[index]!, performance.now() - start)
    }
  return best
}

const percent = (value: number): string => `${(value * 100).toFixed(0)} %`
const root = mkdtempSync(join(tmpdir(), 'session-recovery-bench-'))
const row = (what: string, value: string, target: string): void =>
  console.log(`${what.padEnd(52)}${value.padEnd(30)}${target}`)

/** Lines as an agent loop makes them, some hundred bytes each. */
async function appends(count: number): Promise<void> {
  const { messages } = longConversation(count)
  let run = 0
  const taker = { take: () => undefined, reset: () => undefined }
  const settings = { durability: 'commit', segmentBytes: 1 << 30, maxFrameBytes: 1 << 30, idleMs: 10_000 } as const
  const texts = messages.map((message) => JSON.stringify(message))
  let lines: Buffer[] = []
  const journal = async (): Promise<void> => {
    const folder = join(root, `append-${(run += 1)}`)
    const log = await SessionLog.open('s', new SessionCursor(nodeFs, folder), taker, {
      fs: nodeFs,
      now: Date.now,
      ...settings,
    })
    for (const dataText of texts) await log.append({ type: 'message', epoch: 0, dataText })
    await log.close()
    lines = readFileSync(join(folder, 'records.ndjson'), 'latin1')
      .split('\n')
      .slice(0, -1)
      .map((line) => Buffer.from(`${line}\n`, 'latin1'))
  }
  const raw = async (): Promise<void> => {
    const file = await open(join(root, `raw-${(run += 1)}`), 'a')
    for (const line of lines) {
      await file.write(line)
      await file.sync()
    }
    await file.close()
  }
  const [ours = 0, bare = 0] = await times(9, journal, raw)
  row(`append and commit, ${count} records`, `${percent(bare / ours)} of write + fsync`, '≥ 50 %')
}

async function scan(count: number): Promise<void> {
  const folder = join(root, 'scan')
  const store = createJournalStore(folder, { durability: 'none' })
  const { messages } = longConversation(count)
  for (const raw of messages) await store.messages.append('s', [{ raw }])
  await store.close()
  const path = join(folder, 's', 'records.ndjson')
  const parse = async (): Promise<void> => {
    for (const line of (await readFile(path, 'utf8')).split('\n')) if (line !== '') JSON.parse(line)
  }
  const bytes = readFileSync(path).length
  const [bare = 0, examined = 0, recovered = 0] = await times(
    7,
    parse,
    () => examineSession(nodeFs, join(folder, 's')),
    () => recoverJournal(folder, { apply: true }),
  )
  row(`scan of ${(bytes / 2 ** 20).toFixed(0)} MiB`, `${percent(bare / examined)} of read + JSON.parse`, '≥ 60 %')
  row('recover of the same', `${percent(bare / recovered)} of read + JSON.parse`, '≥ 60 %')
  globalThis.gc?.()
  const before = process.memoryUsage()
  let most = 0
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5)
  await recoverJournal(folder, { apply: true })
  clearInterval(timer)
  row('its memory beside the size of the file', `${percent(Math.max(0, most - before.rss) / bytes)}`, 'constant')
}

async function opening(count: number): Promise<void> {
  const { messages } = longConversation(count)
  const all = messages.map((raw) => ({ raw }))
  const [folder, file] = [join(root, 'open'), join(root, 'open.db')]
  const first = createJournalStore(folder, { durability: 'none' })
  const second = createSqliteStore(file)
  for (let at = 0; at < all.length; at += 2) {
    await first.messages.append('s', all.slice(at, at + 2))
    await second.messages.append('s', all.slice(at, at + 2))
  }
  await first.close()
  await second.close()
  const load = async (
    store: ReturnType<typeof createSqliteStore> | ReturnType<typeof createJournalStore>,
  ): Promise<void> => {
    await store.messages.load('s')
    await store.close()
  }
  const [journal = 0, sqlite = 0] = await times(
    9,
    () => load(createJournalStore(folder)),
    () => load(createSqliteStore(file)),
  )
  row(`opening a session of ${count} messages`, `${(journal / sqlite).toFixed(2)} of SQLite`, '≤ 2')
}

try {
  await appends(500)
  await scan(10_000)
  await opening(10_000)
} finally {
  rmSync(root, { recursive: true, force: true })
}
