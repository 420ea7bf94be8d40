import type { SessionRef } from '../../agents/agent.ts'
import type { FormatName } from '../../formats/format-name.ts'

/** How many characters of an id suffice in practice; ids that begin with a time need more than random ones. */
const shapes: readonly { readonly pattern: RegExp; readonly length: number }[] = [
  // UUID 7: 48 bits of milliseconds first.
  { pattern: /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/i, length: 18 },
  { pattern: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/i, length: 8 },
  // opencode: a prefix, twelve digits of time, then random.
  { pattern: /^ses_[0-9a-f]{12}/i, length: 20 },
]

/** Gemini CLI: the time comes first and is the same for many; the last eight digits are random. */
const timeFirst = /^session-.*-([0-9a-f]{8})$/i

/** The part of an id that can be typed instead of the whole: its beginning, or its end where that distinguishes better. */
export function shortId(id: string): string {
  const end = timeFirst.exec(id)?.[1]
  if (end !== undefined) return end
  return id.slice(0, shapes.find(({ pattern }) => pattern.test(id))?.length ?? id.length)
}

/** Whether the typed text stands for this id. */
export function isShortFor(typed: string, id: string): boolean {
  if (id.startsWith(typed) || (typed.length >= 6 && id.endsWith(typed))) return true
  // Gemini CLI shows and accepts the whole UUID, but names the file by its first eight digits.
  const end = timeFirst.exec(id)?.[1]
  return end !== undefined && /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(typed) && typed.startsWith(end)
}

const plain = /^[\w@%+=:,./-]+$/

/** A text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return plain.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** The command-line name of a session: its short id, or the path of a file that no agent owns, with the format that was given. */
export function handleOf({ agent, handle, id, path }: SessionRef, as?: FormatName): string {
  if (agent !== 'file') return shellWord(handle ?? shortId(id))
  return `${shellWord(path)}${as === undefined ? '' : ` --as ${as}`}`
}
