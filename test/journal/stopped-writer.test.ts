import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Fs, FsFile } from '../../src/files/fs.ts'
import { recoverJournal } from '../../src/journal/recover-journal.ts'
import { digestAfter, parseRecord, type Frame } from '../../src/journal/frame.ts'
import type { IndexEntry } from '../../src/journal/index-entry.ts'
import { SessionCursor } from '../../src/journal/session-cursor.ts'
import { SessionLog } from '../../src/journal/session-log.ts'
import { isSnapshot } from '../../src/journal/snapshot-record.ts'
import { MemoryFs } from '../files/memory-fs.ts'
import { isTurn } from '../seeds.ts'
import { now, ROOT } from './sample-session.ts'

const folder = join(ROOT, 's')
/** Longer than any silence that is allowed. */
const HOUR = 3_600_000

/** Each call of the system waits for `before`, which may stop it as SIGSTOP does. */
function stopping(base: Fs, before: () => Promise<void>): Fs {
  const slow = <Target extends object>(target: Target, changed: Partial<Target> = {}): Target =>
    new Proxy(target, {
      get(_, name) {
        const call: unknown = Reflect.get(changed, name) ?? Reflect.get(target, name)
        if (typeof call !== 'function' || name === 'unlinkNow') return call
        return async (...args: unknown[]): Promise<unknown> => {
          await before()
          return call.apply(target, args) as unknown
        }
      },
    })
  const open = async (...args: Parameters<Fs['open']>): Promise<FsFile> => slow(await base.open(...args))
  return slow(base, { open })
}

/** What a session says: the texts that a snapshot stands for, and those behind it. */
class Texts {
  list: string[] = []
  frames: Frame[] = []
  take(_: IndexEntry, frame: Frame, line: Uint8Array): void {
    const { data } = parseRecord(line)
    this.list = isSnapshot(frame) ? (data as string[]) : [...this.list, data as string]
    this.frames.push(frame)
  }
  reset(): void {
    this.list = []
    this.frames = []
  }
}

/** A writer and what it was told to be durable. */
class Writer {
  readonly fs: Fs
  readonly texts = new Texts()
  readonly told: string[]
  log: SessionLog | undefined
  cursor: SessionCursor
  readonly now: () => number
  constructor(fs: Fs, clock: () => number, told: string[]) {
    this.fs = fs
    this.now = clock
    this.told = told
    this.cursor = new SessionCursor(fs, folder)
  }
  async open(): Promise<void> {
    this.log = await SessionLog.open('s', this.cursor, this.texts, {
      fs: this.fs,
      now: this.now,
      durability: 'commit',
      segmentBytes: 200,
      maxFrameBytes: 1 << 20,
      idleMs: 10_000,
    })
  }
  async append(...texts: string[]): Promise<void> {
    for (const text of texts) {
      this.texts.frames.push(await this.log!.append(noteOf(text)))
      this.texts.list.push(text)
      this.told.push(text)
    }
  }
  /** Squeezes all records but the last `kept`. */
  async compact(kept = 0): Promise<void> {
    const { list, frames } = this.texts
    const dataText = JSON.stringify(list.slice(0, list.length - kept))
    const base = frames.at(-1 - kept)!
    await this.log!.compact({ base, digest: digestAfter(base), dataText }, this.texts)
  }
}

const noteOf = (text: string) => ({ type: 'note', epoch: 0, dataText: JSON.stringify(text) })
const texts = (name: string, count: number): string[] => Array.from({ length: count }, (_, at) => `${name}${at}`)

/** What a writer is at when it is stopped. */
const works: Readonly<Record<string, (own: Writer, fs: MemoryFs) => Promise<void>>> = {
  'an append that closes a segment': async (own) => {
    await own.append(...texts('late', 2))
  },
  'a compaction': async (own) => own.compact(),
  'a compaction of the first records': async (own) => own.compact(2),
  'the end of a session': async (own) => own.log!.close(),
  'a claim': async (own) => {
    await own.log!.close()
    own.log = undefined
    await own.open()
    await own.append(...texts('late', 1))
  },
  'a claim of a session with a torn tail': async (own, fs) => {
    await own.log!.close()
    fs.put(join(folder, 'records.ndjson'), `${fs.text(join(folder, 'records.ndjson'))!}{"seq":`)
    await own.open()
  },
  'a claim of a session that is damaged inside': async (own, fs) => {
    await own.log!.close()
    const text = fs.text(join(folder, 'records.ndjson'))!
    fs.put(join(folder, 'records.ndjson'), `no record\n${text}`)
    await own.open()
  },
  'a recovery': async (own, fs) => {
    await own.log!.close()
    const text = fs.text(join(folder, 'records.ndjson'))!
    fs.put(join(folder, 'records.ndjson'), `no record\n${text}{"seq":`)
    await recoverJournal(ROOT, { fs: own.fs, now: own.now, sessionID: 's', apply: true })
  },
}

/** What its successor does meanwhile. */
const rivals: Readonly<Record<string, (own: Writer) => Promise<void>>> = {
  appends: async (own) => own.append(...texts('next', 1)),
  'closes segments': async (own) => own.append(...texts('next', 6)),
  compacts: async (own) => {
    await own.compact()
    await own.append(...texts('next', 1))
  },
  'compacts and closes segments': async (own) => {
    await own.append(...texts('first', 1))
    await own.compact()
    await own.append(...texts('next', 6))
  },
  ends: async (own) => {
    await own.append(...texts('next', 1))
    await own.log!.close()
    own.log = undefined
  },
}

/** Records that are there before: where a segment ends is another place in each. */
const lengths = [3, 4, 5, 6].filter((length) => isTurn(length, 2))

describe.each(Object.keys(works))('%s, stopped before any call of the system and continued', (work) => {
  test.each(Object.keys(rivals))(
    'takes what its successor was told to be durable, which %s meanwhile (I8, I15)',
    async (rival) => {
      const lost: unknown[] = []
      for (const before of lengths)
        for (let at = 1; ; at += 1) {
          const fs = new MemoryFs()
          const told: string[] = []
          let hours = 0
          let calls = -Infinity
          const clock = (): number => now() + hours * HOUR
          const next = new Writer(fs, clock, told)
          const own = new Writer(
            stopping(fs, async () => {
              if ((calls += 1) !== at) return
              hours += 1
              try {
                await next.open()
              } catch {
                hours += 1
                await next.open()
              }
              await rivals[rival]!(next)
            }),
            clock,
            told,
          )
          await own.open()
          await own.append(...texts('t', before))
          calls = 0
          const end = await works[work]!(own, fs).then(
            () => 'done',
            (cause: unknown) => String(cause),
          )
          if (calls < at) break
          calls = -Infinity
          // It goes on: what it is told now must stay, too.
          await next.append('more').catch(() => undefined)
          const reader = new Writer(fs, () => clock() + HOUR, told)
          const read = await reader.open().then(
            () => '',
            (cause: unknown) => String(cause),
          )
          const missing = told.filter((text) => !reader.texts.list.includes(text))
          const repeated = reader.texts.list.filter((text, index, all) => all.indexOf(text) !== index)
          if (missing.length + repeated.length > 0 || read !== '')
            lost.push([before, at, end, read, { missing, repeated }])
        }
      expect(lost).toEqual([])
    },
  )
})
