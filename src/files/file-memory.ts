import { isRecord } from '../json/is-record.ts'
import { crc32c } from '../record-log/crc32c.ts'
import type { Fs } from './fs.ts'
import { nodeFs } from './node-fs.ts'
import { readSeenFile } from './read-seen-file.ts'
import { replaceFileDurably } from './replace-file-durably.ts'

/** Several files as they were at one moment, without their contents. */
export interface Stamp {
  readonly text: string
  /** When it was taken, epoch ms. */
  readonly at: number
  /** The last time that any of the files says it was changed, epoch ms. */
  readonly changedAt: number
}

/**
 * What was changed so shortly before it was looked at may change again without its times telling: clocks of file systems are
 * coarse. Such a look is not remembered.
 */
const SETTLED_MS = 2000
const SCHEMA = 'session-recovery.memory/1'

interface Remembered {
  readonly stamp: string
  readonly value: readonly number[]
}

function entriesOf(bytes: Uint8Array): [string, Remembered][] {
  const [line = '', check = ''] = Buffer.from(bytes).toString('utf8').split('\n')
  if (check !== crc32c(Buffer.from(line)).toString(16)) return []
  const stored: unknown = JSON.parse(line)
  if (!isRecord(stored) || stored['schema'] !== SCHEMA || !isRecord(stored['entries'])) return []
  return Object.entries(stored['entries']) as [string, Remembered][]
}

/**
 * Remembers a few numbers about a group of files for as long as none of them changes: by names, sizes, times and inodes. Kept in a
 * file, it is derived like an index: one that is gone, damaged or of another version is an empty one, and costs time alone.
 *
 * @example const memory = await FileMemory.open('audit.memory')
 */
export class FileMemory {
  readonly #fs: Fs
  readonly #path: string | undefined
  readonly #now: () => number
  readonly #former: Map<string, Remembered>
  readonly #current: Map<string, Remembered> = new Map()

  private constructor(path: string | undefined, fs: Fs, now: () => number, former: Map<string, Remembered>) {
    this.#path = path
    this.#fs = fs
    this.#now = now
    this.#former = former
  }

  /** Without a path it lasts as long as the process. */
  static async open(
    path?: string,
    { fs = nodeFs, now = Date.now }: { readonly fs?: Fs; readonly now?: () => number } = {},
  ): Promise<FileMemory> {
    const file = path === undefined ? undefined : await readSeenFile(fs, path).catch(() => undefined)
    return new FileMemory(path, fs, now, new Map(file ? entriesOf(file.bytes) : []))
  }

  /** How the files stand now, to be taken before they are read; undefined where one is no regular file or cannot be looked at. */
  async stamp(paths: readonly string[]): Promise<Stamp | undefined> {
    const at = this.#now()
    const parts: string[] = []
    let changedAt = 0
    try {
      for (const path of paths) {
        const { isFile, dev, ino, size, mtimeMs, ctimeMs } = await this.#fs.lstat(path)
        if (!isFile) return undefined
        parts.push(JSON.stringify([path, dev, ino, size, mtimeMs, ctimeMs]))
        changedAt = Math.max(changedAt, mtimeMs, ctimeMs)
      }
    } catch {
      return undefined
    }
    return { text: parts.join('\n'), at, changedAt }
  }

  /** What was remembered, where nothing has changed since. */
  recall(key: string, stamp: Stamp): readonly number[] | undefined {
    const known = this.#current.get(key) ?? this.#former.get(key)
    if (known?.stamp !== stamp.text) return undefined
    this.#current.set(key, known)
    return known.value
  }

  remember(key: string, stamp: Stamp, value: readonly number[]): void {
    if (Math.abs(stamp.at - stamp.changedAt) < SETTLED_MS) this.forget(key)
    else this.#current.set(key, { stamp: stamp.text, value })
  }

  forget(key: string): void {
    this.#current.delete(key)
    this.#former.delete(key)
  }

  /**
   * Writes down what was recalled or remembered since it was opened, and nothing else: what is gone is forgotten.
   *
   * @throws FileWorkError what the system said; the former memory stays
   */
  async save(): Promise<void> {
    if (this.#path === undefined) return
    const line = JSON.stringify({ schema: SCHEMA, entries: Object.fromEntries(this.#current) })
    const text = `${line}\n${crc32c(Buffer.from(line)).toString(16)}\n`
    await replaceFileDurably(this.#path, (write) => write(Buffer.from(text)), { fs: this.#fs, mode: 0o600 })
  }
}
