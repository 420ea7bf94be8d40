import { join } from 'node:path'
import type { Fs, FsFile } from '../../src/files/fs.ts'
import { recoverJournal } from '../../src/journal/recover-journal.ts'
import { digestAfter, parseRecord, type Frame } from '../../src/journal/frame.ts'
import type { IndexEntry } from '../../src/journal/index-entry.ts'
import { SessionCursor } from '../../src/journal/session-cursor.ts'
import { type RecordDraft, SessionLog } from '../../src/journal/session-log.ts'
import { isSnapshot } from '../../src/journal/snapshot-record.ts'
import { MemoryFs } from '../files/memory-fs.ts'
import { ROOT } from './sample-session.ts'

const folder = join(ROOT, 's')
/** Longer than any silence that is allowed. */
export const HOUR: number = 3_600_000

/** Each call of the system waits for `before`, which may stop it as SIGSTOP does. */
export function stopping(base: Fs, before: () => Promise<void>): Fs {
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
export class Texts {
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
export class Writer {
  readonly fs: Fs
  readonly texts: Texts = new Texts()
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

const noteOf = (text: string): RecordDraft => ({ type: 'note', epoch: 0, dataText: JSON.stringify(text) })
export const texts = (name: string, count: number): string[] => Array.from({ length: count }, (_, at) => `${name}${at}`)

interface Work {
  /** Before it may be stopped. */
  readonly prepare?: (own: Writer, fs: MemoryFs) => Promise<void>
  readonly run: (own: Writer) => Promise<void>
}

/** Gives the session back, and damages its records. */
async function damaged(own: Writer, fs: MemoryFs, before: string, behind: string): Promise<void> {
  await own.log!.close()
  const path = join(folder, 'records.ndjson')
  fs.put(path, `${before}${fs.text(path)!}${behind}`)
}

/** What a writer is at when it is stopped. */
export const works: Readonly<Record<string, Work>> = {
  'an append that closes a segment': { run: (own) => own.append(...texts('late', 2)) },
  'a compaction': { run: (own) => own.compact() },
  'a compaction of the first records': { run: (own) => own.compact(2) },
  'the end of a session': { run: (own) => own.log!.close() },
  'a claim': {
    run: async (own) => {
      await own.log!.close()
      own.log = undefined
      await own.open()
      await own.append(...texts('late', 1))
    },
  },
  'a claim of a session with a torn tail': {
    prepare: (own, fs) => damaged(own, fs, '', '{"seq":'),
    run: (own) => own.open(),
  },
  'a claim of a session that is damaged inside': {
    prepare: (own, fs) => damaged(own, fs, 'no record\n', ''),
    run: (own) => own.open(),
  },
  'a recovery': {
    prepare: (own, fs) => damaged(own, fs, 'no record\n', '{"seq":'),
    run: async ({ fs, now }) => {
      await recoverJournal(ROOT, { fs, now, sessionID: 's', apply: true })
    },
  },
}

/** What its successor does meanwhile. */
export const rivals: Readonly<Record<string, (own: Writer) => Promise<void>>> = {
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
