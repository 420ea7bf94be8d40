import { hostname } from 'node:os'
import { join } from 'node:path'
import { pid as ownPid } from 'node:process'
import { systemCode } from '../files/file-work-error.ts'
import type { Fs, FsFile } from '../files/fs.ts'
import { ignoreMissing } from '../files/ignore-missing.ts'
import { identifyProcess, isOfThisMachine, isSameProcess, type ProcessIdentity } from '../files/process-identity.ts'
import { pidNamespace } from '../files/pid-namespace.ts'
import { readChunks } from '../files/read-chunks.ts'
import { removeTempFiles } from '../files/temp-files.ts'
import { JournalError } from './journal-error.ts'
import { namesIn } from './segments.ts'

/** The process that writes a session. */
export interface WriterHolder extends ProcessIdentity {
  readonly token: number
  /** Epoch ms of its last sign of life. */
  readonly seenAt: number
}

/** The newest claim of a session. `silent` is the time since its owner's last sign of life, in ms. */
export type ClaimState =
  | {
      readonly kind: 'free'
      readonly token: number
      /**
       * A former writer may still run and write: the owner of a claim that was never filled, or with a pid of another container; or
       * the one before a take-over that ended, or was released, before the records got a new file.
       */
      readonly isLeft?: true
    }
  | {
      readonly kind: 'held'
      readonly holder: WriterHolder
      readonly process: 'alive' | 'unknown'
      readonly silent: number
    }

/**
 * Throws when the claim was lost. A paused writer calls it right before each rename or truncation, after it has made the temporary
 * file or opened the file: if it loses the claim after the check, the successor has removed that temporary file (the rename fails),
 * or has replaced the open file by a copy (the truncation hits the old one).
 */
export type CheckClaim = () => Promise<void>

export interface ClaimOptions {
  readonly fs: Fs
  readonly now: () => number
  /** After this silence of its owner, in ms, a claim may be taken over even if the process lives. */
  readonly idleMs: number
  /** Highest token in the records: the new claim must have a larger one. */
  readonly minToken?: number
}

/** The longest time that an owner needs between creating its claim file and filling it. */
const FILLING_MS = 10_000
/** Second line of a released claim. */
const RELEASED = '{"released":true}'
/** Third line: after a take-over the records got a new file. Not part of the second line, which older releases compare as a whole. */
const MOVED = '{"moved":true}\n'
/** Ends the first line of a claim taken over from a writer that may still run; `MOVED` is missing until the records have a new file. */
const TAKES_OVER = '"takesOver":true}\n'
const named = /^writer\.(\d{1,15})\.json$/
const claimName = (token: number): string => `writer.${token}.json`

async function tokensIn(fs: Fs, folder: string): Promise<number[]> {
  const found = (await namesIn(fs, folder)).map((name) => named.exec(name)?.[1])
  return found.flatMap((token) => (token === undefined ? [] : [Number(token)])).sort((a, b) => b - a)
}

const nobody: ProcessIdentity = { host: '', bootId: '', pid: 0, startTime: '' }

/** The process that a claim names. */
interface Claimant extends ProcessIdentity {
  /** Absent in claims of older releases. */
  readonly pidNamespace?: string
}

let own: Promise<Claimant> | undefined

async function identifyOwn(): Promise<Claimant> {
  const identity = (await identifyProcess(ownPid)) ?? { ...nobody, host: hostname(), pid: ownPid }
  const namespace = await pidNamespace()
  return { ...identity, ...(namespace !== undefined && { pidNamespace: namespace }) }
}

function ownIdentity(): Promise<Claimant> {
  own ??= identifyOwn()
  return own
}

/** Whether the process is in another pid namespace (a container with equal host name and boot id): its pid cannot be checked here. */
async function isElsewhere({ pidNamespace: of }: Claimant): Promise<boolean> {
  return of !== undefined && of !== (await pidNamespace())
}

function parseHolder(text: string): Claimant | 'released' | undefined {
  try {
    const [first = '', second] = text.split('\n')
    if (second === RELEASED) return 'released'
    const { host, bootId, machine, pid, startTime, pidNamespace }: Readonly<Record<string, unknown>> = JSON.parse(first)
    if (typeof host !== 'string' || typeof bootId !== 'string' || typeof startTime !== 'string') return undefined
    if (typeof pid !== 'number') return undefined
    const known = {
      ...(typeof machine === 'string' && { machine }),
      ...(typeof pidNamespace === 'string' && { pidNamespace }),
    }
    return { host, bootId, ...known, pid, startTime }
  } catch {
    return undefined
  }
}

/**
 * Reads who writes the session, without changing anything.
 *
 * @throws JournalError `unsafe_path` when a claim is no regular file
 */
export async function readClaim(folder: string, { fs, now }: Pick<ClaimOptions, 'fs' | 'now'>): Promise<ClaimState> {
  const [token = 0] = await tokensIn(fs, folder)
  if (token === 0) return { kind: 'free', token }
  const path = join(folder, claimName(token))
  try {
    const { isFile, mtimeMs: seenAt } = await fs.lstat(path)
    if (!isFile) throw new JournalError('unsafe_path', `A claim must be a regular file: ${path}.`)
    const silent = now() - seenAt
    let text = ''
    for await (const chunk of readChunks(fs, path, { chunkBytes: 4096 })) text += Buffer.from(chunk).toString()
    const parsed = parseHolder(text)
    const isLeft = text.includes(TAKES_OVER) && !text.includes(MOVED)
    if (parsed === 'released') return { kind: 'free', token, ...(isLeft && { isLeft }) }
    // Without content: its owner died while it claimed, or is about to fill it.
    if (parsed === undefined)
      return Math.abs(silent) < FILLING_MS
        ? { kind: 'held', holder: { ...nobody, token, seenAt }, process: 'unknown', silent }
        : { kind: 'free', token, isLeft: true }
    const { pidNamespace: _, ...identity } = parsed
    const holder = { ...identity, token, seenAt }
    if (!(await isOfThisMachine(parsed))) return { kind: 'held', holder, process: 'unknown', silent }
    if (await isSameProcess(parsed)) return { kind: 'held', holder, process: 'alive', silent }
    const mayRun = isLeft || (await isElsewhere(parsed))
    return { kind: 'free', token, ...(mayRun && { isLeft: true }) }
  } catch (cause) {
    // A successor has just removed this claim.
    if (systemCode(cause) === 'ENOENT') return readClaim(folder, { fs, now })
    throw cause
  }
}

export function busyError(folder: string, { host, pid, seenAt }: WriterHolder): JournalError {
  const since = new Date(seenAt).toISOString()
  // A claim that is not filled yet does not name its owner.
  const who = pid === 0 ? 'Another process' : `Process ${pid} on ${host || 'this machine'}`
  return new JournalError('busy', `${who} writes ${folder}, last seen ${since}.`)
}

/**
 * The right to write one session, until it is released or taken over. The claim file with the largest token is valid; it is created
 * exclusively, so that only one of two processes wins.
 */
export class WriterClaim {
  readonly token: number
  readonly #isTakenOver: boolean
  #isMoved = false
  readonly #folder: string
  readonly #file: FsFile
  readonly #options: ClaimOptions
  #seenAt: number

  private constructor(folder: string, token: number, isTakenOver: boolean, file: FsFile, options: ClaimOptions) {
    this.#folder = folder
    this.token = token
    this.#isTakenOver = isTakenOver
    this.#file = file
    this.#options = options
    this.#seenAt = options.now()
  }

  /** @throws JournalError `busy` with the name of the holder */
  static async take(folder: string, options: ClaimOptions): Promise<WriterClaim> {
    const { fs, now, idleMs, minToken = 0 } = options
    for (;;) {
      const state = await readClaim(folder, options)
      if (state.kind === 'held' && Math.abs(state.silent) < idleMs) throw busyError(folder, state.holder)
      const former = state.kind === 'held' ? state.holder.token : state.token
      const token = Math.max(former, minToken) + 1
      const file = await fs.open(join(folder, claimName(token)), 'wx', 0o600).catch((cause: unknown) => {
        if (systemCode(cause) === 'EEXIST') return undefined
        throw cause
      })
      // Another process was faster: read its claim.
      if (file === undefined) continue
      let isLast = false
      try {
        const mayRun = state.kind === 'held' || state.isLeft === true
        const identity = { ...(await ownIdentity()), ...(mayRun && { takesOver: true }) }
        await file.write(Buffer.from(`${JSON.stringify(identity)}\n`))
        await file.setMtime(now())
        // Once its claim file is removed the former owner can acknowledge nothing more; only then may the records be read.
        const older = (await tokensIn(fs, folder)).filter((each) => each < token)
        for (const each of older) await fs.unlink(join(folder, claimName(each))).catch(ignoreMissing)
        isLast = older.length > 0
        // Removes the former owner's temporary files. One that it makes later it cannot rename, since it checks its claim first.
        const claim = new WriterClaim(folder, token, mayRun, file, options)
        if (older.length > 0) await removeTempFiles(fs, folder, () => claim.check())
        return claim
      } catch (cause) {
        await file.close().catch(() => undefined)
        // The only claim left is kept: without it the next token would be unknown and could be given twice (I15).
        if (!isLast) await fs.unlink(join(folder, claimName(token))).catch(() => undefined)
        throw cause
      }
    }
  }

  /** Whether the former owner may still run and write through its open file, so that the records need a new file. */
  get isTakenOver(): boolean {
    return this.#isTakenOver && !this.#isMoved
  }

  /** To be called when the records have a new file, which the former owner does not have open. */
  moved(): void {
    this.#isMoved = true
  }

  /**
   * Throws when another process has taken the session over. Called between a write and its acknowledgement: a successor
   * removes this claim before it reads the records, so it sees everything written before a check that passed.
   *
   * @throws JournalError `fenced`; `moved_away` when the whole folder is gone
   */
  async check(): Promise<void> {
    const { fs, now, idleMs } = this.#options
    const path = join(this.#folder, claimName(this.token))
    try {
      await fs.lstat(path)
    } catch (cause) {
      if (systemCode(cause) !== 'ENOENT') throw cause
      const isThere = await fs.lstat(this.#folder).catch(ignoreMissing)
      if (!isThere)
        throw new JournalError('moved_away', `The folder was moved away or removed: ${this.#folder}.`, { cause })
      const state = await readClaim(this.#folder, this.#options)
      const holder = state.kind === 'held' ? ` by process ${state.holder.pid} on ${state.holder.host}` : ''
      throw new JournalError('fenced', `The session was taken over${holder}: ${this.#folder}.`, { cause })
    }
    // A sign of life only along with real work, never from a timer: an idle process may lose the session.
    if (this.#silence() < idleMs / 3) return
    this.#seenAt = now()
    await this.#file.setMtime(this.#seenAt)
  }

  /** Checks the claim, if this process was silent so long that the session may have been taken over. */
  async confirm(): Promise<void> {
    if (this.#silence() >= this.#options.idleMs / 2) await this.check()
  }

  /** The time since the last sign of life; absolute, since other processes also count a clock that was set back as silence. */
  #silence(): number {
    return Math.abs(this.#options.now() - this.#seenAt)
  }

  /**
   * Releases the session. The claim file stays, so that its token is never given twice; if a take-over failed before the records got
   * a new file, it also still says that the former owner may write (I15).
   */
  async release(): Promise<void> {
    const lines = `${RELEASED}\n${this.#isTakenOver && this.#isMoved ? MOVED : ''}`
    await this.#file.write(Buffer.from(lines)).finally(() => this.#file.close())
  }
}
