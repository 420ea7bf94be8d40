import { isRecord } from '../../json/is-record.ts'
import { type Fields, partOf, type ShownPart, shownPart, sourceOf } from './stored-part.ts'

/** A message as `@mastra/memory` keeps it, `content.format` 2. */
export interface StoredMessage {
  readonly id: string
  readonly role: string
  readonly createdAt: Date
  readonly threadId?: string | undefined
  readonly resourceId?: string | undefined
  readonly type?: string | undefined
  readonly content: unknown
}

/** The same as a message of a chat, which the linter reads. */
export interface ShownMessage {
  readonly id: string
  readonly role: string
  readonly parts: readonly ShownPart[]
}

/** Roles whose messages Mastra itself takes out of what it sends, or writes anew. */
const ownRoles: ReadonlySet<string> = new Set(['system', 'signal'])

/** The message as a chat shows it; undefined for what only Mastra reads: its signals, and contents of earlier versions. */
export function shownMessage({ content, id, role }: StoredMessage): ShownMessage | undefined {
  if (ownRoles.has(role) || !isRecord(content) || !Array.isArray(content['parts'])) return undefined
  const waiting = waitingCalls(content['metadata'])
  return { id, role, parts: content['parts'].map((part: unknown) => shownPart(part, waiting)) }
}

/** The stored message with the parts of the shown one; what it says of itself stays. */
export function withShown(message: StoredMessage, { parts, role }: ShownMessage): StoredMessage {
  const content = message.content as Fields
  const { content: summary } = content
  const said = parts.find((part) => sourceOf(part)?.['text'] === summary)
  return {
    ...message,
    role,
    content: {
      ...content,
      parts: parts.map(partOf),
      // The text that stands beside the parts once more.
      ...(typeof summary === 'string' && typeof said?.['text'] === 'string' && { content: said['text'] }),
    },
  }
}

/** Calls that wait for an approval or for their tool to be resumed: their run goes on from its own snapshot. */
function waitingCalls(metadata: unknown): ReadonlySet<unknown> {
  if (!isRecord(metadata)) return new Set()
  const entries = [metadata['pendingToolApprovals'], metadata['suspendedTools']]
  return new Set(entries.filter(isRecord).flatMap((found) => Object.values(found).map(callIdOf)))
}

function callIdOf(entry: unknown): unknown {
  return isRecord(entry) ? entry['toolCallId'] : undefined
}
