import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeFs } from '../src/files/node-fs.ts'
import { examineSession } from '../src/journal/examine-session.ts'
import { recoverJournal } from '../src/journal/recover-journal.ts'
import { SessionCursor } from '../src/journal/session-cursor.ts'
import { SessionLog } from '../src/journal/session-log.ts'
import { createJournalStore, type JournalStore } from '../src/storage/journal/create-journal-store.ts'
import type { SessionStore } from '../src/storage/session-store.ts'
import { createSqliteStore } from '../src/storage/sqlite/create-sqlite-store.ts'
import { longConversation } from './long-conversation.ts'
import { awaitedShareOf, type Row, shareRow } from './measure.ts'

/** The journal beside the raw work on the same bytes, and beside SQLite. */
export async function* measureJournal(rounds: number): AsyncGenerator<Row> {
  const root = mkdtempSync(join(tmpdir(), 'session-recovery-bench-'))
  try {
    yield await measureAppends(join(root, 'append'), rounds)
    yield* measureScans(join(root, 'scan'), rounds)
    yield await measureOpening(root, rounds)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** Each record durable before the next one, beside a bare write and sync of the very lines that this leaves. */
async function measureAppends(root: string, rounds: number): Promise<Row> {
  const texts = longConversation(500).messages.map((message) => JSON.stringify(message))
  const settings = { durability: 'commit', segmentBytes: 1 << 30, maxFrameBytes: 1 << 30, idleMs: 10_000 } as const
  const taker = { take: () => undefined, reset: () => undefined }
  let run = 0
  let lines: Buffer[] = []
  const journal = async (): Promise<void> => {
    const folder = `${root}-${(run += 1)}`
    const cursor = new SessionCursor(nodeFs, folder)
    const log = await SessionLog.open('s', cursor, taker, { fs: nodeFs, now: Date.now, ...settings })
    for (const dataText of texts) await log.append({ type: 'message', epoch: 0, dataText })
    await log.close()
    const written = readFileSync(join(folder, 'records.ndjson'), 'latin1').split('\n').slice(0, -1)
    lines = written.map((line) => Buffer.from(`${line}\n`, 'latin1'))
  }
  const raw = async (): Promise<void> => {
    const file = await open(`${root}-${(run += 1)}`, 'a')
    for (const line of lines) {
      await file.write(line)
      await file.sync()
    }
    await file.close()
  }
  const share = await awaitedShareOf(journal, raw, rounds)
  return shareRow(
    `journal: ${texts.length} records appended with \`commit\`, beside write and fsync of the same`,
    share,
    2,
  )
}

async function* measureScans(root: string, rounds: number): AsyncGenerator<Row> {
  const store = createJournalStore(root, { durability: 'none' })
  for (const raw of longConversation(10_000).messages) await store.messages.append('s', [{ raw }])
  await store.close()
  const path = join(root, 's', 'records.ndjson')
  const parse = async (): Promise<void> => {
    for (const line of (await readFile(path, 'utf8')).split('\n')) if (line !== '') JSON.parse(line)
  }
  const recover = async (): Promise<unknown> => recoverJournal(root, { apply: true })
  const bytes = statSync(path).size
  const mebibytes = Math.round(bytes / 2 ** 20)
  const scan = await awaitedShareOf(() => examineSession(nodeFs, join(root, 's')), parse, rounds)
  yield shareRow(`journal: scan of ${mebibytes} MiB, beside reading and JSON.parse line by line`, scan, 1 / 0.6)
  const recovered = await awaitedShareOf(recover, parse, rounds)
  yield shareRow(`journal: recover of ${mebibytes} MiB, beside reading and JSON.parse line by line`, recovered, 1 / 0.6)
  const share = (await memoryOf(recover)) / bytes
  yield shareRow(`journal: memory that recover takes for ${mebibytes} MiB, beside the file`, share, 0.5)
}

/** How far the process grows meanwhile, in bytes. What earlier runs have left free is not counted. */
async function memoryOf(work: () => Promise<unknown>): Promise<number> {
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 2)
  await work()
  clearInterval(timer)
  return most - before
}

async function measureOpening(root: string, rounds: number): Promise<Row> {
  const all = longConversation(10_000).messages.map((raw) => ({ raw }))
  const [folder, file] = [join(root, 'open'), join(root, 'open.db')]
  const [first, second] = [createJournalStore(folder, { durability: 'none' }), createSqliteStore(file)]
  for (let at = 0; at < all.length; at += 2)
    for (const store of [first, second]) await store.messages.append('s', all.slice(at, at + 2))
  await Promise.all([first.close(), second.close()])
  const load = async (store: SessionStore | JournalStore): Promise<void> => {
    await store.messages.load('s')
    await store.close()
  }
  const share = await awaitedShareOf(
    () => load(createJournalStore(folder)),
    () => load(createSqliteStore(file)),
    rounds,
  )
  return shareRow('journal: opening a session of 10,000 messages, beside the SQLite store', share, 2)
}
