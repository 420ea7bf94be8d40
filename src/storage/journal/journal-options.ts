import { refuseUnknown } from '../../errors/check-options.ts'
import type { Fs } from '../../files/fs.ts'
import { nodeFs } from '../../files/node-fs.ts'
import { MAX_FRAME_BYTES } from '../../journal/frame.ts'
import type { Durability, SessionLogOptions } from '../../journal/session-log.ts'
import { checkedClock } from '../rules/checked-clock.ts'
import { StoreError } from '../store-error.ts'

/**
 * When records that no kept earlier state needs are squeezed out without being asked; each time a record tells what goes. Only
 * earlier states go: what the session is, and a removed session's tombstone, stay whatever the limits are.
 */
export interface RetentionPolicy {
  /** Above so many bytes of records. */
  readonly bytes?: number
  /** Earlier states that ended longer ago, in ms, are not kept, whatever their number. */
  readonly ageMs?: number
}

/** How durable a journal is, how large it may grow, and how long it holds a session. */
export interface JournalStoreOptions {
  /**
   * When a call that has resolved is durable. `commit` (default): at once, a power loss takes nothing (I8). `interval`: within
   * 200 ms. `none`: when the system likes. A crash of the process alone takes nothing in any of them.
   */
  readonly durability?: Durability
  /** A segment of this size is closed before the next record. Default 64 MiB. */
  readonly segmentBytes?: number
  /** How many earlier states (one per intentional shrink) a compaction keeps. Default 3. */
  readonly generations?: number
  /** Default: nothing goes by itself. */
  readonly retention?: RetentionPolicy
  /** All records of one session together. A change above it is refused, and the refusal recorded. Default: no limit. */
  readonly maxBytes?: number
  /** A process that wrote nothing for so long may lose a session to another one that wants to write. Default 10 s. */
  readonly idleMs?: number
  /** Sessions whose state is held in memory. Default 128. */
  readonly maxOpenSessions?: number
  /**
   * Told of a session that cannot be read (a newer release wrote it, another user owns it) when all are asked for: lists, pending
   * turns, whose a conversation is. The call goes on with the others. Default: it is refused, for a list that leaves one out in
   * silence would pass for the whole.
   */
  readonly onUnreadable?: (error: StoreError) => void
  /** Epoch ms; default `Date.now`. */
  readonly now?: () => number
  readonly fs?: Fs
}

export interface ResolvedJournalOptions extends SessionLogOptions {
  readonly generations: number
  readonly retainBytes: number
  readonly retainMs: number
  readonly maxBytes: number
  readonly maxOpenSessions: number
  readonly onUnreadable?: JournalStoreOptions['onUnreadable']
}

const durabilities: ReadonlySet<string> = new Set<Durability>(['commit', 'interval', 'none'])

const names: readonly (keyof JournalStoreOptions)[] = [
  'durability',
  'segmentBytes',
  'generations',
  'retention',
  'maxBytes',
  'idleMs',
  'maxOpenSessions',
  'onUnreadable',
  'now',
  'fs',
]

/**
 * @throws StoreError `invalid_value`
 * @throws OptionsError for an option that there is not
 */
export function resolveJournalOptions(options: JournalStoreOptions): ResolvedJournalOptions {
  refuseUnknown(options, names)
  refuseUnknown(options.retention ?? {}, ['bytes', 'ageMs'])
  const resolved = {
    durability: options.durability ?? 'commit',
    segmentBytes: options.segmentBytes ?? 64 * 2 ** 20,
    generations: options.generations ?? 3,
    retainBytes: options.retention?.bytes ?? Number.MAX_SAFE_INTEGER,
    retainMs: options.retention?.ageMs ?? Number.MAX_SAFE_INTEGER,
    maxBytes: options.maxBytes ?? Number.MAX_SAFE_INTEGER,
    idleMs: options.idleMs ?? 10_000,
    maxOpenSessions: options.maxOpenSessions ?? 128,
    now: checkedClock(options.now ?? Date.now),
    fs: options.fs ?? nodeFs,
    maxFrameBytes: MAX_FRAME_BYTES,
    ...(options.onUnreadable && { onUnreadable: options.onUnreadable }),
  }
  if (!durabilities.has(resolved.durability))
    throw new StoreError({ code: 'invalid_value', message: '`durability` must be commit, interval or none.' })
  for (const [name, least, said = name] of [
    ['segmentBytes', 1],
    ['generations', 0],
    ['retainBytes', 1, 'retention.bytes'],
    ['retainMs', 0, 'retention.ageMs'],
    ['maxBytes', 1],
    ['idleMs', 1],
    ['maxOpenSessions', 1],
  ] as const)
    if (!Number.isSafeInteger(resolved[name]) || resolved[name] < least)
      throw new StoreError({ code: 'invalid_value', message: `\`${said}\` must be a whole number from ${least}.` })
  return resolved
}
