import { createHash } from 'node:crypto'
import type { Edit } from '../../transcript/edit.ts'
import type { RecordChange } from '../agent.ts'
import type { LineDecisions } from '../jsonl/rewrite-lines.ts'
import type { Content, ContentPiece } from './build-contents.ts'
import { fieldOfPart, partsOf, patchOf, toolCallsOf, type MessageRecord } from './gemini-record.ts'
import { createSlotWriter } from './slot-writer.ts'
import type { Chat, ChatMessage } from './chat.ts'
import { recordOfPieces } from './record-of-pieces.ts'
import { isRecord } from '../../json/is-record.ts'

/** One content of the request, and the piece of the record that gives it. */
export interface PlacedContent {
  readonly content: Content
  readonly piece: ContentPiece
  readonly message: ChatMessage
}

/** The edits of one record. */
interface Work {
  readonly message: ChatMessage
  readonly pieces: Record<ContentPiece, readonly unknown[] | undefined>
  /** Contents to insert between the record's own content and the results that it holds. */
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
): { decisions: LineDecisions; changes: readonly RecordChange[] } {
  const plan = new ChatPlan(chat, placed)
  for (const [number, edit] of edits.entries()) {
    if (edit.op === 'insert') plan.insert(edit.index, edit.after, number)
    else plan.rewrite(edit.index, edit.op === 'replace' ? partsIn(edit.after) : undefined)
  }
  plan.writeChanged()
  for (const message of repeated) plan.drop(message)
  return { decisions: plan.decisions(), changes: plan.changes }
}

/** Collects the edits of each record, and writes them into its lines. */
class ChatPlan {
  readonly changes: RecordChange[] = []
  readonly #chat: Chat
  readonly #placed: readonly PlacedContent[]
  readonly #works = new Map<ChatMessage, Work>()
  readonly #slots: ReturnType<typeof createSlotWriter> = createSlotWriter()

  constructor(chat: Chat, placed: readonly PlacedContent[]) {
    this.#chat = chat
    this.#placed = placed
    for (const { content, piece, message } of placed) {
      const pieces: Work['pieces'] = { spoken: undefined, answered: undefined }
      const work = this.#works.get(message) ?? { message, pieces, between: [], changed: false }
      work.pieces[piece] = content.parts
      this.#works.set(message, work)
    }
  }

  /** Other parts for the content at an index; none take it away. */
  rewrite(index: number, parts: readonly unknown[] | undefined): void {
    const at = this.#placed[index]
    const work = at && this.#works.get(at.message)
    if (!work) return
    work.pieces[at.piece] = parts
    work.changed = true
  }

  /** Inserts a content before an index: into the preceding record when it belongs there, else as a record of its own. */
  insert(index: number, content: unknown, number: number): void {
    const at = this.#placed[index]
    const former = this.#placed[index - 1]
    const owner = former && this.#works.get(former.message)
    const isInside = owner !== undefined && owner.message === at?.message
    if (isInside) owner.between.push(content)
    else if (owner && answers(owner, content))
      owner.pieces.answered = [...(owner.pieces.answered ?? []), ...partsIn(content)]
    else return this.#insertRecord(index, content, `${index}.${number}`)
    owner.changed = true
  }

  #insertRecord(index: number, content: unknown, salt: string): void {
    const at = this.#placed[index]
    const neighbour = at?.message ?? this.#placed[index - 1]?.message
    const record = newRecord(content, neighbour, salt)
    if (at) this.#slots.insert(at.message.sources[0]!, 'before', record)
    else this.#slots.append(this.#chat.lastOffset, record)
    const line = neighbour && { line: neighbour.sources[0]!.line }
    this.changes.push({ op: 'inserted', record: { ...line, id: record.id }, why: 'content' })
  }

  /** Writes the records that have changed. */
  writeChanged(): void {
    for (const { message, pieces, between, changed } of this.#works.values()) {
      if (!changed) continue
      const records = splitBy(message, pieces, between)
      // Under another id it would stand beside the older versions of this one.
      const own = records.find(({ id }) => id === message.id)
      if (own) this.#slots.replace(message.sources.at(-1)!, own)
      else this.#remove(message)
      for (const record of records) if (record !== own) this.#slots.insert(message.sources[0]!, 'after', record)
      this.#tell(records.length > 0 ? 'replaced' : 'removed', message, 'content')
    }
  }

  /** Takes out a record that another one repeats. */
  drop(message: ChatMessage): void {
    this.#remove(message)
    this.#tell('removed', message, 'duplicate')
  }

  decisions(): LineDecisions {
    return this.#slots.decisions(this.#chat.lenient, listsOf)
  }

  #remove({ sources }: ChatMessage): void {
    for (const source of sources) this.#slots.remove(source)
  }

  #tell(op: RecordChange['op'], { id, sources }: ChatMessage, why: RecordChange['why']): void {
    this.changes.push({ op, record: { ...(sources[0] && { line: sources.at(-1)!.line }), id }, why })
  }
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
