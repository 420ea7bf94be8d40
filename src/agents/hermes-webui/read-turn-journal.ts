import { join } from 'node:path'
import type { Fs } from '../../files/fs.ts'
import { systemCode } from '../../files/file-work-error.ts'
import { readSeenFile } from '../../files/read-seen-file.ts'
import type { SeenFile } from '../../files/write-batch.ts'
import { readJson, readLenient } from '../../record-log/read-object.ts'
import { isSessionID, turnJournalName } from './hermes-folder.ts'
import { linesOf } from './lines-of.ts'
import { toTurnEvent, type TurnEvent } from './turn-event.ts'

/** A line that is no event as it stands. */
export interface MalformedLine {
  readonly shard: string
  /** From 1. */
  readonly line: number
  readonly raw: string
  readonly offset: number
  readonly bytes: Buffer
  /** No line feed follows: the write was cut off. */
  readonly isTorn: boolean
  /** The event that can still be read: its bytes differ from what was written, or it lacks the faulty field. */
  readonly usable?: TurnEvent
}

export interface Shard {
  readonly name: string
  readonly seen: SeenFile
  readonly bytes: Buffer
}

/** A session's turn journal with all its shards. Lines that are no events are reported, never dropped (I5). */
export interface TurnJournal {
  readonly sessionID: string
  /** In order: each shard's as it was written, shards against each other by time. */
  readonly events: readonly TurnEvent[]
  readonly malformed: readonly MalformedLine[]
  readonly shards: readonly Shard[]
}

interface ShardLines {
  readonly events: TurnEvent[]
  readonly malformed: MalformedLine[]
}

function readLines(shard: string, bytes: Buffer): ShardLines {
  const events: TurnEvent[] = []
  const malformed: MalformedLine[] = []
  for (const each of linesOf(bytes)) {
    const raw = each.bytes.toString('utf8')
    if (raw.trim() === '') continue
    const strict = toTurnEvent(readJson(each.bytes))
    const usable = strict ?? toTurnEvent(readLenient(each.bytes))
    if (usable) events.push(usable.event)
    if (!strict?.isSound) malformed.push({ shard, ...each, raw, ...(usable && { usable: usable.event }) })
  }
  return { events, malformed }
}

/**
 * Clocks step back: within one writer the order of its lines counts, and time only between writers. Each line is as late as the latest
 * before it, and sorting keeps the order of what is equally late.
 */
function mergeShards(shards: readonly (readonly TurnEvent[])[]): TurnEvent[] {
  const timed = shards.flatMap((events) => {
    let latest = Number.NEGATIVE_INFINITY
    return events.map((event) => {
      latest = Math.max(latest, event.created_at ?? latest)
      return { event, latest }
    })
  })
  return timed.sort((a, b) => a.latest - b.latest).map(({ event }) => event)
}

/** The session of a shard's name: `<session>.jsonl`, or `<session>~<writer>.jsonl`. */
export function sessionOfShard(name: string): string | undefined {
  const sessionID = /^([^~]+)(?:~.*)?\.jsonl$/.exec(name)?.[1]
  return sessionID !== undefined && isSessionID(sessionID) ? sessionID : undefined
}

/** Names of all shards, by session. */
export async function listTurnJournals(fs: Fs, folder: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = await fs.readdir(join(folder, turnJournalName)).catch((cause: unknown) => {
    if (systemCode(cause) === 'ENOENT' || systemCode(cause) === 'ENOTDIR') return []
    throw cause
  })
  const bySession = new Map<string, string[]>()
  for (const name of names.sort()) {
    const sessionID = sessionOfShard(name)
    if (sessionID !== undefined) bySession.set(sessionID, [...(bySession.get(sessionID) ?? []), name])
  }
  return bySession
}

/**
 * Reads all shards of a session's turn journal. A line that cannot be read is one entry of `malformed` and stops nothing.
 *
 * @example
 * const { events, malformed } = await readTurnJournal(folder, sessionID)
 */
export async function readTurnJournal(
  fs: Fs,
  folder: string,
  sessionID: string,
  names?: readonly string[],
): Promise<TurnJournal> {
  const shardNames = names ?? (await listTurnJournals(fs, folder)).get(sessionID) ?? []
  const shards: Shard[] = []
  for (const name of shardNames) {
    const file = await readSeenFile(fs, join(folder, turnJournalName, name))
    if (file) shards.push({ name, seen: { stat: file.stat, sha256: file.sha256 }, bytes: file.bytes })
  }
  const lines = shards.map(({ name, bytes }) => readLines(name, bytes))
  return {
    sessionID,
    events: mergeShards(lines.map(({ events }) => events)),
    malformed: lines.flatMap(({ malformed }) => malformed),
    shards,
  }
}
