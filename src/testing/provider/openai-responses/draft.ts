import type { Random } from '../shared/random.ts'
import { sentence } from '../shared/sentence.ts'
import { encryptContent } from './encrypted-content.ts'
import type { ListedTranscript, TestItem } from './transcript.ts'

/** A transcript under construction, with helpers for the scenes that write it. */
export type ResponsesDraft = {
  random: Random
  transcript: ListedTranscript
  /** The server keeps the items (`store` is not false). */
  stored: boolean
  add: (...items: TestItem[]) => void
  /** An item of the model, with or without an id, kept by the server or not. */
  spoken: (item: TestItem & { type: string }, prefix: string, demandsId?: boolean) => TestItem
  reasoning: () => TestItem[]
  /** A call id that is new in the transcript. */
  callId: () => string
}

export function createResponsesDraft(
  random: Random,
  transcript: ListedTranscript,
  isThinking: boolean,
): ResponsesDraft {
  const stored = transcript.request['store'] !== false
  const { input, held } = transcript
  const withId = stored || random.chance(0.6)
  const lastReasoning = (): string | undefined => {
    const last = input.at(-1)
    return last?.['type'] === 'reasoning' && typeof last['id'] === 'string' ? last['id'] : undefined
  }
  return {
    random,
    transcript,
    stored,
    add: (...items) => void input.push(...items),
    spoken: (item, prefix, demandsId = false) => {
      if (!withId && !demandsId) return item
      const id = `${prefix}_${random.hex(32)}`
      const reasoning = lastReasoning()
      const callId = typeof item['call_id'] === 'string' ? { call_id: item['call_id'] } : {}
      if (stored) held.items[id] = { type: item.type, ...callId, ...(reasoning !== undefined && { reasoning }) }
      return { ...item, id }
    },
    reasoning: () => {
      if (!isThinking || random.chance(0.3)) return []
      const encrypted = encryptContent(random.hex(16))
      const summary = random.chance(0.5) ? [] : [{ type: 'summary_text', text: sentence(random) }]
      if (!withId) return [{ type: 'reasoning', summary, encrypted_content: encrypted }]
      const id = `rs_${random.hex(32)}`
      if (stored) held.items[id] = { type: 'reasoning' }
      const content = stored
        ? random.chance(0.3)
          ? { encrypted_content: null }
          : {}
        : { encrypted_content: encrypted }
      return [{ type: 'reasoning', id, summary, ...content }]
    },
    callId: () => `call_${random.hex(24)}`,
  }
}
