import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { eventLoopUtilization } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSqliteStore } from '../../src/storage/sqlite/create-sqlite-store.ts'
import { acquired } from '../../src/testing/contracts/store-cases/store-case.ts'
import { scale } from '../seeds.ts'
import { tempFolder } from '../files/temp-folder.ts'

const WRITER = join(import.meta.dirname, 'writer.ts')
const KILLS = Math.ceil(2 * scale)
const APPENDS = Math.ceil(10 * scale)
const COUNTS = Math.ceil(5 * scale)

interface Writer {
  readonly child: ChildProcess
  readonly lines: unknown[]
  readonly ended: Promise<unknown>
  line(count: number): Promise<void>
}

function start(path: string, job: string, argument: string | number = ''): Writer {
  const child = spawn(process.execPath, ['--no-warnings', WRITER, path, job, String(argument)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: unknown[] = []
  const reader = createInterface({ input: child.stdout! })
  reader.on('line', (line) => lines.push(JSON.parse(line)))
  const ended = once(child, 'close')
  const line = async (count: number): Promise<void> => {
    while (lines.length < count) await Promise.race([once(reader, 'line'), ended])
  }
  return { child, lines, ended, line }
}

async function kill(writer: Writer): Promise<void> {
  writer.child.kill('SIGKILL')
  await writer.ended
}

/** Message rows that nothing refers to: what a half transaction leaves behind without being visible. */
function leftovers(path: string): unknown {
  const database = new DatabaseSync(path)
  try {
    return database
      .prepare(
        `SELECT count(*) AS count FROM messages m
         WHERE place IS NULL AND NOT EXISTS (
           SELECT 1 FROM changes c, json_each(c.edits) e
           WHERE c.session = m.session AND m.key IN (e.value ->> 'before', e.value ->> 'after'))`,
      )
      .get()
  } finally {
    database.close()
  }
}

describe('several processes', () => {
  test('two writers lose or interleave messages', async () => {
    const path = join(tempFolder(), 'store.db')
    const writers = [start(path, 'append', `a ${APPENDS}`), start(path, 'append', `b ${APPENDS}`)]
    await Promise.all(writers.map(({ ended }) => ended))
    expect(writers.map(({ lines }) => lines)).toEqual([['done'], ['done']])
    await using store = createSqliteStore(path)
    const contents = (await store.messages.load('s'))!.messages.map(({ raw }) => String(Object(raw).content))
    for (const name of ['a', 'b'])
      expect(contents.filter((content) => content.startsWith(name))).toEqual(
        Array.from({ length: APPENDS }, (_, index) => `${name} ${index}`),
      )
    expect(contents).toHaveLength(2 * APPENDS)
    await store.check()
  })

  test('a second process recovers a session that is under a lease (I9)', async () => {
    const path = join(tempFolder(), 'store.db')
    const holder = start(path, 'hold', 600_000)
    await holder.line(1)
    await using store = createSqliteStore(path)
    expect(await store.leases.acquire('s', { ttlMs: 1000 })).toMatchObject({ held: true, by: 'unnamed' })
    await kill(holder)
    expect(await store.leases.acquire('s', { ttlMs: 1000 })).toMatchObject({ held: true, by: 'unnamed' })
  })

  test('the lease of a dead process is never taken over', async () => {
    const path = join(tempFolder(), 'store.db')
    const holder = start(path, 'hold', 600_000)
    await holder.line(1)
    await kill(holder)
    await using store = createSqliteStore(path, { now: () => Date.now() + 600_000 })
    expect((await acquired(store, 's', { ttlMs: 1000 })).token).toBeGreaterThan(Number(holder.lines[0]))
  })

  test('processes under a lease overwrite each other', async () => {
    const path = join(tempFolder(), 'store.db')
    await using store = createSqliteStore(path)
    await store.messages.append('s', [{ raw: 'counted' }])
    await store.state.set('s', 'count', 0)
    const writers = [start(path, 'count', COUNTS), start(path, 'count', COUNTS)]
    await Promise.all(writers.map(({ ended }) => ended))
    expect(await store.state.get('s', 'count')).toEqual({ found: true, value: 2 * COUNTS })
  })

  test(`an acknowledged repair is lost, or a half one visible, after kill -9 (I8, ${KILLS} times)`, async () => {
    const path = join(tempFolder(), 'store.db')
    const seed = createSqliteStore(path)
    await seed.messages.append(
      's',
      Array.from({ length: 20 }, () => ({ raw: { role: 'user', content: 'start' } })),
    )
    await seed.close()
    let next = 0
    for (let turn = 0; turn < KILLS; turn += 1) {
      const writer = start(path, 'repair', next)
      await writer.line(1 + (turn % 3))
      // Spreads the kills over the phases of the next transaction.
      await new Promise((resolve) => setTimeout(resolve, (turn * 7) % 30))
      await kill(writer)
      const acknowledged = Number(Object(writer.lines.at(-1)).round)

      await using store = createSqliteStore(path)
      const { messages } = (await store.messages.load('s'))!
      const rounds = new Set(messages.map(({ raw }) => Number(String(Object(raw).content).slice('round '.length))))
      expect(messages).toHaveLength(20)
      expect(rounds.size).toBe(1)
      const [found = Number.NaN] = rounds
      expect([acknowledged, acknowledged + 1]).toContain(found)
      expect((await store.parts.get('s', `call ${acknowledged}`))?.output).toBe(acknowledged)
      expect(leftovers(path)).toEqual({ count: 0 })
      // The undo record is as durable as its repair.
      const before = JSON.stringify(messages)
      const { undoId } = await store.undo('s')
      await store.undo('s', undoId)
      expect(JSON.stringify((await store.messages.load('s'))!.messages)).toBe(before)
      if (turn % 10 === 0) await store.check()
      next = found + 1
    }
  }, 3_600_000)
})

describe('a locked file', () => {
  test('a call waits for ever, or blocks the event loop, while another process holds the lock', async () => {
    const path = join(tempFolder(), 'store.db')
    await using store = createSqliteStore(path, { busyTimeoutMs: 300 })
    await store.messages.append('s', [{ raw: 'a' }])
    const other = new DatabaseSync(path)
    other.exec('BEGIN IMMEDIATE')
    const before = eventLoopUtilization()
    const begin = performance.now()
    await expect(store.messages.append('s', [{ raw: 'b' }])).rejects.toMatchObject({ code: 'locked', path })
    expect(performance.now() - begin).toBeGreaterThan(250)
    const { active, idle } = eventLoopUtilization(before)
    // One that blocks, be it in slices, leaves the loop a tenth of the time, one that pauses most of it: a slow machine has room between.
    expect(idle * 3).toBeGreaterThan(active)
    expect((await store.messages.load('s'))!.messages).toHaveLength(1)
    other.exec('COMMIT')
    other.close()
    await store.messages.append('s', [{ raw: 'b' }])
  })

  test('a call overtakes one that waits for the lock', async () => {
    const path = join(tempFolder(), 'store.db')
    await using store = createSqliteStore(path)
    await store.messages.append('s', [{ raw: 'a' }])
    const other = new DatabaseSync(path)
    other.exec('BEGIN IMMEDIATE')
    const waiting = store.messages.append('s', [{ raw: 'b' }])
    await new Promise((resolve) => setTimeout(resolve, 150))
    other.exec('COMMIT')
    other.close()
    await store.messages.append('s', [{ raw: 'c' }])
    await waiting
    expect((await store.messages.load('s'))!.messages.map(({ raw }) => raw)).toEqual(['a', 'b', 'c'])
  })

  test('a call that waited for the lock fails although it became free', async () => {
    const path = join(tempFolder(), 'store.db')
    await using store = createSqliteStore(path)
    await store.messages.append('s', [{ raw: 'a' }])
    const other = new DatabaseSync(path)
    other.exec('BEGIN IMMEDIATE')
    setTimeout(() => {
      other.exec('COMMIT')
      other.close()
    }, 100)
    await store.messages.append('s', [{ raw: 'b' }])
    expect((await store.messages.load('s'))!.messages).toHaveLength(2)
  })
})
