import { createHash } from 'node:crypto'
import type { Edit } from '../../transcript/edit.ts'
import type { RecordChange } from '../agent.ts'
import type { LineDecisions } from '../jsonl/rewrite-lines.ts'
import type { Content, ContentPiece } from './build-contents.ts'
import { fieldOfPart, partsOf, patchOf, toolCallsOf, type MessageRecord } from './gemini-record.ts'
import { createSlotWriter } from './slot-writer.ts'
import type { Chat, ChatMessage } from './read-chat.ts'
import { recordOfPieces } from './record-of-pieces.ts'
import { isRecord } from '../../json/is-record.ts'

/** One content of the request, and the piece of the record that gives it. */
export interface PlacedContent {
  readonly content: Content
  readonly piece: ContentPiece
  readonly message: ChatMessage
}

/** What the edits make of one record. */
interface Work {
  readonly message: ChatMessage
  readonly pieces: Record<ContentPiece, readonly unknown[] | undefined>
  /** Contents that come between what the record says and the results that it holds. */
  readonly between: unknown[]
  changed: boolean
}

const partsIn = (content: unknown): readonly unknown[] => partsOf(isRecord(content) ? content['parts'] : undefined)

/** Results for calls of this record that have none: they belong into it. */
function answers(work: Work, content: unknown): boolean {
  const parts = partsIn(content)
  const open = new Set(
    toolCallsOf(work.message.value).flatMap(({ id, result }) => (partsOf(result).length > 0 ? [] : [id])),
  )
  return parts.length > 0 && parts.every((part) => open.has(fieldOfPart(part, 'functionResponse')?.['id'] ?? null))
}

/** A record for a content that the repair has added. Id and time come from the neighbour: no clock, no random (I2). */
function newRecord(content: unknown, neighbour: ChatMessage | undefined, salt: string): MessageRecord {
  const parts = partsIn(content)
  const id = createHash('sha256')
    .update(JSON.stringify([neighbour?.id, salt, parts]))
    .digest('hex')
  const type = isRecord(content) && content['role'] === 'model' ? 'gemini' : 'user'
  return { id: id.slice(0, 32), timestamp: neighbour?.value['timestamp'], type, content: parts }
}

/** Turns edits of the contents, and the records that are to go, into changes of lines. */
export function planChat(
  chat: Chat,
  placed: readonly PlacedContent[],
  edits: readonly Edit[],
  repeated: readonly ChatMessage[],
): { decisions: LineDecisions; changes: RecordChange[] } {
  const slots = createSlotWriter()
  const changes: RecordChange[] = []
  const works = new Map<ChatMessage, Work>()
  for (const { content, piece, message } of placed) {
    const work = works.get(message) ?? {
      message,
      pieces: { spoken: undefined, answered: undefined },
      between: [],
      changed: false,
    }
    work.pieces[piece] = content.parts
    works.set(message, work)
  }
  const change = (op: RecordChange['op'], { id, sources }: ChatMessage, why: RecordChange['why']): void => {
    changes.push({ op, record: { ...(sources[0] && { line: sources.at(-1)!.line }), id }, why })
  }

  for (const [number, edit] of edits.entries()) {
    const at = placed[edit.index]
    if (edit.op !== 'insert') {
      const work = at && works.get(at.message)
      if (!at || !work) continue
      work.pieces[at.piece] = edit.op === 'replace' ? partsIn(edit.after) : undefined
      work.changed = true
      continue
    }
    const former = placed[edit.index - 1]
    const owner = former && works.get(former.message)
    if (owner && former.message !== at?.message && answers(owner, edit.after)) {
      owner.pieces.answered = [...(owner.pieces.answered ?? []), ...partsIn(edit.after)]
      owner.changed = true
    } else if (owner && former.message === at?.message) {
      owner.between.push(edit.after)
      owner.changed = true
    } else {
      const neighbour = at?.message ?? former?.message
      const record = newRecord(edit.after, neighbour, `${edit.index}.${number}`)
      if (at) slots.insert(at.message.sources[0]!, 'before', record)
      else slots.append(chat.lastOffset, record)
      changes.push({
        op: 'inserted',
        record: { ...(neighbour && { line: neighbour.sources[0]!.line }), id: record.id },
        why: 'content',
      })
    }
  }

  for (const { message, pieces, between, changed } of works.values()) {
    if (!changed) continue
    const records = splitBy(message, pieces, between)
    // Under another id it would stand beside the older versions of this one.
    const own = records.find(({ id }) => id === message.id)
    if (own) slots.replace(message.sources.at(-1)!, own)
    else for (const source of message.sources) slots.remove(source)
    for (const record of records) if (record !== own) slots.insert(message.sources[0]!, 'after', record)
    change(records.length > 0 ? 'replaced' : 'removed', message, 'content')
  }
  for (const message of repeated) {
    for (const source of message.sources) slots.remove(source)
    change('removed', message, 'duplicate')
  }
  return { decisions: slots.decisions(chat.lenient, listsOf), changes }
}

/** The records that take the place of one; with contents between its pieces these stand apart. */
function splitBy(message: ChatMessage, pieces: Work['pieces'], between: readonly unknown[]): readonly MessageRecord[] {
  if (between.length === 0) return recordOfPieces(message.value, pieces)
  const spoken = recordOfPieces(message.value, { spoken: pieces.spoken, answered: undefined })
  const added = between.map((content, index) => newRecord(content, message, `between.${index}`))
  const { timestamp } = message.value
  const results =
    pieces.answered === undefined
      ? []
      : [{ id: `${message.id}_response`, timestamp, type: 'user', content: pieces.answered }]
  return [...spoken, ...added, ...results]
}

/** The record with another list of messages, in the header or in a `$set` patch. */
function listsOf(
  value: Record<string, unknown>,
  change: (list: readonly unknown[]) => unknown[],
): Record<string, unknown> {
  const patch = patchOf(value)
  const holder = patch ?? value
  const list = holder['messages']
  if (!Array.isArray(list)) return value
  const changed = { ...holder, messages: change(list) }
  return patch ? { ...value, $set: changed } : changed
}
