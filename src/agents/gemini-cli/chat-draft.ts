import type { Chat, ChatMessage, MessageSource } from './chat.ts'
import { isHeader, isMessageRecord, patchOf, rewindTarget, type MessageRecord } from './gemini-record.ts'

/** The place of a record in the file. */
type RecordPlace = Omit<MessageSource, 'slot'>

/** A chat while its records are followed as `loadConversationRecord` of 0.61 does: upsert by id, `$set` patches, `$rewindTo`. */
export class ChatDraft {
  readonly #messages = new Map<string, ChatMessage>()
  #hasHeader = false
  #sessionId: string | undefined
  #firstTimestamp: unknown
  #first: RecordPlace | undefined
  #lastOffset = -1

  take(value: Record<string, unknown>, place: RecordPlace): void {
    this.#first ??= place
    this.#lastOffset = place.offset
    const target = rewindTarget(value)
    const patch = patchOf(value)
    if (target !== undefined) this.#rewind(target)
    else if (isMessageRecord(value)) this.#upsert(value, { ...place, slot: undefined })
    else if (patch) {
      if (typeof patch['sessionId'] === 'string') this.named(patch['sessionId'])
      if (Array.isArray(patch['messages'])) this.#messages.clear()
      this.#takeAll(patch['messages'], place)
    } else if (isHeader(value)) {
      this.#hasHeader = true
      this.#sessionId = String(value['sessionId'])
      this.#takeAll(value['messages'], place)
    }
  }

  /** Notes the session's id found in a damaged line. */
  named(sessionId: string | undefined): void {
    this.#sessionId ??= sessionId
  }

  get firstLine(): number {
    return this.#first?.line ?? 1
  }

  read(): Omit<Chat, 'lenient' | 'crlf' | 'findings'> {
    const messages = [...this.#messages.values()]
    const model = messages.findLast(({ value }) => typeof value['model'] === 'string')?.value['model']
    return {
      messages,
      model: typeof model === 'string' ? model : undefined,
      hasHeader: this.#hasHeader,
      sessionId: this.#sessionId,
      firstTimestamp: this.#firstTimestamp,
      firstOffset: this.#first?.offset ?? -1,
      lastOffset: this.#lastOffset,
    }
  }

  #upsert(value: MessageRecord, source: MessageSource): void {
    this.#firstTimestamp ??= value['timestamp']
    const former = this.#messages.get(value.id)
    this.#messages.set(value.id, { id: value.id, value, sources: [...(former?.sources ?? []), source] })
  }

  #takeAll(list: unknown, place: RecordPlace): void {
    if (!Array.isArray(list)) return
    for (const [slot, each] of list.entries()) if (isMessageRecord(each)) this.#upsert(each, { ...place, slot })
  }

  #rewind(target: string): void {
    const ids = [...this.#messages.keys()]
    for (const id of ids.slice(Math.max(ids.indexOf(target), 0))) this.#messages.delete(id)
  }
}
