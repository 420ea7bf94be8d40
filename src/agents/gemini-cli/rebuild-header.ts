import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Chat } from './chat.ts'

/**
 * The header of a chat that has lost it: without one the CLI says "No previous sessions". The project is named in
 * `.project_root` beside `chats`, and its hash is SHA-256 of that path; the session's id may stand in a later patch or in the
 * torn header. `undefined` when either cannot be proved.
 */
export async function rebuildHeader(path: string, chat: Chat): Promise<Record<string, unknown> | undefined> {
  const { sessionId, firstTimestamp } = chat
  if (sessionId === undefined || !sessionId.startsWith(shortIdOf(path))) return undefined
  const root = await readFile(join(dirname(dirname(path)), '.project_root'), 'utf8').catch(() => undefined)
  if (!root?.trim()) return undefined
  const projectHash = createHash('sha256').update(root.trim()).digest('hex')
  return { sessionId, projectHash, startTime: firstTimestamp, lastUpdated: firstTimestamp, kind: 'main' }
}

/** The part of the session's id that the file name ends with. */
export function shortIdOf(path: string): string {
  return /-([0-9A-Za-z]{1,8})\.jsonl$/.exec(basename(path))?.[1] ?? ''
}
