import { checkOptions, type OptionRule, oneOf, optional, wholeNumber } from '../../errors/check-options.ts'
import type { Fs } from '../../files/fs.ts'
import { nodeFs } from '../../files/node-fs.ts'
import { MAX_FRAME_BYTES } from '../../journal/frame.ts'
import type { Durability, SessionLogOptions } from '../../journal/session-log.ts'
import { checkedClock } from '../rules/checked-clock.ts'
import type { OnUnreadable } from './unreadable-sessions.ts'

/**
 * When the journal is compacted automatically, which drops the records that no kept earlier state needs. A record of it is written
 * first. Only earlier states are dropped: the present state, and the tombstone of a removed session, stay whatever the limits.
 */
export interface RetentionPolicy {
  /** Compacts when the records exceed this size. */
  readonly bytes?: number
  /** Earlier states that ended longer ago than this (ms) are not kept, however few there are. */
  readonly ageMs?: number
}

/** How durable a journal is, how large it may grow, and how long it holds a session. */
export interface JournalStoreOptions {
  /**
   * When a resolved call is durable. `commit` (default): at once, a power loss loses nothing (I8). `interval`: within 200 ms.
   * `none`: whenever the system writes it back. A crash of the process alone loses nothing in any of them.
   */
  readonly durability?: Durability
  /** A segment of this size is closed before the next record. Default 64 MiB. */
  readonly segmentBytes?: number
  /** How many earlier states (one per intentional shrink) a compaction keeps. Default 3. */
  readonly generations?: number
  /** Default: nothing is dropped automatically. */
  readonly retention?: RetentionPolicy
  /** The most bytes of records of one session. A change beyond it is refused, and the refusal recorded. Default: no limit. */
  readonly maxBytes?: number
  /** After this time without a write, in ms, another process that wants to write may take a session over. Default 10,000. */
  readonly idleMs?: number
  /** Sessions whose state is held in memory. Default 128. */
  readonly maxOpenSessions?: number
  /**
   * Called for each session that cannot be read (a newer release wrote it, another user owns it, its records are lost) by calls on
   * all sessions: lists, pending turns, lookups by prefix. The call goes on with the others, unless this throws. Default: calls
   * whose result cannot show such a session (`messages.list` can) emit a `SessionRecoveryWarning` of the process, once.
   */
  readonly onUnreadable?: OnUnreadable
  /** Epoch ms; default `Date.now`. */
  readonly now?: () => number
  /** The file system; default: the real one. Tests pass one that fails or loses writes. */
  readonly fs?: Fs
}

export interface ResolvedJournalOptions extends SessionLogOptions {
  readonly generations: number
  readonly retainBytes: number
  readonly retainMs: number
  readonly maxBytes: number
  readonly maxOpenSessions: number
  readonly onUnreadable?: OnUnreadable
}

const most = Number.MAX_SAFE_INTEGER

const rules = {
  durability: oneOf<Durability>(['commit', 'interval', 'none'], 'commit'),
  segmentBytes: wholeNumber(1, 64 * 2 ** 20),
  generations: wholeNumber(0, 3),
  retention: optional<RetentionPolicy>('object'),
  maxBytes: wholeNumber(1, most),
  idleMs: wholeNumber(1, 10_000),
  maxOpenSessions: wholeNumber(1, 128),
  onUnreadable: optional<OnUnreadable>('function'),
  now: optional<() => number>('function'),
  fs: optional<Fs>('object'),
} satisfies Readonly<Record<keyof JournalStoreOptions, OptionRule<unknown>>>

const retentionRules = { bytes: wholeNumber(1, most), ageMs: wholeNumber(0, most) }

/** @throws OptionsError */
export function resolveJournalOptions(options: JournalStoreOptions): ResolvedJournalOptions {
  const { retention, onUnreadable, now, fs, ...checked } = checkOptions(options, rules)
  const { bytes, ageMs } = checkOptions(retention ?? {}, retentionRules, 'retention.')
  return {
    ...checked,
    retainBytes: bytes,
    retainMs: ageMs,
    now: checkedClock(now ?? Date.now),
    fs: fs ?? nodeFs,
    maxFrameBytes: MAX_FRAME_BYTES,
    ...(onUnreadable && { onUnreadable }),
  }
}
