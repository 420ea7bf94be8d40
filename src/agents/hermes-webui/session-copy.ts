import type { Fs } from '../../files/fs.ts'
import { readSeenFile, stands } from '../../files/read-seen-file.ts'
import type { SeenFile } from '../../files/write-batch.ts'
import { isRecord } from '../../json/is-record.ts'
import { readJson } from '../../record-log/read-object.ts'

/** The fields of a session file. */
export type HermesSession = Readonly<Record<string, unknown>> & { readonly messages: readonly unknown[] }

/** One copy of a session: its file, or the backup beside it. */
export type SessionCopy =
  /** Nothing, or nothing of ours: a folder or a link may be in its place. */
  | { readonly state: 'absent'; readonly isTaken?: true }
  /** Not readable, not JSON, no object, or without a list of messages. */
  | { readonly state: 'malformed'; readonly seen?: SeenFile }
  | { readonly state: 'sound'; readonly seen: SeenFile; readonly bytes: Buffer; readonly session: HermesSession }

export function isHermesSession(value: unknown): value is HermesSession {
  return isRecord(value) && Array.isArray(value['messages'])
}

/**
 * Reads one copy. A copy that the operating system refuses to read is malformed, like one that cannot be parsed: neither stops the audit.
 */
export async function readSessionCopy(fs: Fs, path: string): Promise<SessionCopy> {
  let file
  try {
    file = await readSeenFile(fs, path)
  } catch {
    return { state: 'malformed' }
  }
  if (!file) return { state: 'absent', ...((await stands(fs, path)) && { isTaken: true }) }
  const { stat, sha256, bytes } = file
  const session = readJson(bytes)
  const seen = { stat, sha256 }
  return isHermesSession(session) ? { state: 'sound', seen, bytes, session } : { state: 'malformed', seen }
}

/** The number of messages, -1 where they cannot be counted. */
export function countOf(copy: SessionCopy): number {
  return copy.state === 'sound' ? copy.session.messages.length : -1
}

/** A session as hermes-webui writes it: two spaces, no escapes beyond those of JSON. */
export function sessionBytes(session: Readonly<Record<string, unknown>>): Buffer {
  return Buffer.from(JSON.stringify(session, null, 2))
}
