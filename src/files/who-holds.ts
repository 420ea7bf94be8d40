import { readdirSync, readlinkSync, type Stats } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pid as ownPid } from 'node:process'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** One sign that a file is in use. */
export type Holder =
  | { readonly kind: 'process'; readonly pid: number; readonly command: string; readonly access: 'read' | 'write' }
  | { readonly kind: 'lock_file'; readonly path: string }
  | { readonly kind: 'recent_writer'; readonly ageMs: number }

export interface Liveness {
  /** Somebody may write: repair must be refused. A process that only reads (an indexer, `tail -f`) does not count. */
  readonly live: boolean
  readonly holders: readonly Holder[]
  /** False where open files could not be looked up: no `/proc`, or processes of other users. */
  readonly complete: boolean
}

export interface LivenessOptions {
  /** A file written within this time counts as live. Default 10 s. */
  readonly recentMs?: number | undefined
  readonly now?: () => number
  /** Default `/proc`. */
  readonly procFolder?: string
}

interface Opened {
  readonly holders: ReadonlyMap<string, Holder[]>
  readonly complete: boolean
}

/** So many looks are made before others get their turn: a process may have tens of thousands open. */
const looksAtOnce = 1000

/**
 * The open files of a process, and where one of them leads; nowhere when it has just been closed. Not awaited: no disk is behind
 * `/proc`, and the way through the thread pool costs several times what the look does. This was most of what a repair cost the processor.
 */
function descriptorsOf(folder: string): { readonly descriptors: readonly string[]; readonly isRefused: boolean } {
  try {
    return { descriptors: readdirSync(folder), isRefused: false }
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    // A process that has just ended holds nothing; one of another user may.
    return { descriptors: [], isRefused: code === 'EACCES' || code === 'EPERM' }
  }
}

function targetOf(link: string): string {
  try {
    return readlinkSync(link)
  } catch {
    return ''
  }
}

/** Who has these files open. One look at the processes for all of them: it costs as much as for one. */
async function openedBy(files: ReadonlyMap<string, Stats>, proc: string): Promise<Opened> {
  const holders = new Map<string, Holder[]>()
  const byName = new Map<string, { path: string; ino: number; dev: number }[]>()
  for (const [path, { ino, dev }] of files) {
    const name = basename(path)
    byName.set(name, [...(byName.get(name) ?? []), { path, ino, dev }])
    holders.set(path, [])
  }
  let complete = true
  let looks = 0
  const isLongEnough = (): boolean => (looks += 1) % looksAtOnce === 0
  const pids = await readdir(proc).catch(() => undefined)
  if (!pids) return { holders, complete: false }
  for (const pid of pids.filter((name) => /^\d+$/.test(name) && Number(name) !== ownPid)) {
    const { descriptors, isRefused } = descriptorsOf(join(proc, pid, 'fd'))
    if (isRefused) complete = false
    // Of another user's processes, which are refused, there may be thousands, too.
    if (isLongEnough()) await nextTurn()
    for (const descriptor of descriptors) {
      if (isLongEnough()) await nextTurn()
      const link = join(proc, pid, 'fd', descriptor)
      // The name is compared first: it is cheap and spares a look at sockets and devices. Device and inode decide.
      const named = byName.get(basename(targetOf(link)))
      const opened = named && (await stat(link).catch(() => undefined))
      // Hard links of one file are held together.
      const held = named?.filter(({ ino, dev }) => opened?.ino === ino && opened.dev === dev) ?? []
      if (held.length === 0) continue
      const info = await readFile(join(proc, pid, 'fdinfo', descriptor), 'utf8').catch(() => '')
      const flags = Number.parseInt(/^flags:\s*(\d+)/m.exec(info)?.[1] ?? '1', 8)
      const command = (await readFile(join(proc, pid, 'comm'), 'utf8').catch(() => '')).trim()
      const access = (flags & 3) === 0 ? 'read' : 'write'
      for (const { path } of held) holders.get(path)!.push({ kind: 'process', pid: Number(pid), command, access })
    }
  }
  return { holders, complete }
}

/** Names under which programs and editors lock a file. */
function lockPaths(path: string): string[] {
  const name = basename(path)
  const folder = dirname(path)
  return [
    `${path}.lock`,
    `${path}.lck`,
    join(folder, `.${name}.lock`),
    join(folder, `.${name}.swp`),
    join(folder, `.#${name}`),
  ]
}

/**
 * Looks for signs that a file is in use: an open descriptor of another process (Linux), a lock file beside it, a recent
 * write. The path must exist; symbolic links are followed.
 *
 * @example
 * const { live, holders } = await whoHolds('session.jsonl', { recentMs: 30_000 })
 */
export async function whoHolds(path: string, options: LivenessOptions = {}): Promise<Liveness> {
  return (await holdersOf(new Map([[path, await stat(path)]]), options)).get(path)!
}

/** The same for many files, with one look at the processes. Those that are not there, or cannot be looked at, are left out. */
export async function whoHoldEach(
  paths: readonly string[],
  options: LivenessOptions = {},
): Promise<ReadonlyMap<string, Liveness>> {
  const files = new Map<string, Stats>()
  for (const path of paths) {
    const stats = await stat(path).catch(() => undefined)
    if (stats) files.set(path, stats)
  }
  return holdersOf(files, options)
}

async function holdersOf(
  files: ReadonlyMap<string, Stats>,
  options: LivenessOptions,
): Promise<ReadonlyMap<string, Liveness>> {
  const { holders, complete } = await openedBy(files, options.procFolder ?? '/proc')
  const seen = new Map<string, Liveness>()
  for (const [path, { mtimeMs }] of files) {
    const own = [...holders.get(path)!, ...(await signsBeside(path, mtimeMs, options))]
    const live = own.some((holder) => holder.kind !== 'process' || holder.access === 'write')
    seen.set(path, { live, holders: own, complete })
  }
  return seen
}

/** Lock files, and the age of the file. */
async function signsBeside(path: string, mtimeMs: number, options: LivenessOptions): Promise<Holder[]> {
  const holders: Holder[] = []
  for (const lock of lockPaths(path))
    if (
      await stat(lock).then(
        () => true,
        () => false,
      )
    )
      holders.push({ kind: 'lock_file', path: lock })
  const ageMs = (options.now ?? Date.now)() - mtimeMs
  // A file from the future was not written just now: a clock was wrong once, and that must not block repair for ever.
  const recentMs = options.recentMs ?? 10_000
  if (ageMs < recentMs && ageMs > -recentMs)
    holders.push({ kind: 'recent_writer', ageMs: Math.max(0, Math.round(ageMs)) })
  return holders
}
