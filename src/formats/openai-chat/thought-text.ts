import { isRecord } from '../../json/is-record.ts'

/** What a thought says: a text, a part with one, or a list of them, as Mistral and frameworks write it; undefined where it says nothing. */
export function thoughtText(thought: unknown): string | undefined {
  const texts = (Array.isArray(thought) ? thought : [thought]).flatMap((part) => {
    const said = isRecord(part) ? (part['text'] ?? part['summary']) : part
    return typeof said === 'string' ? [said] : []
  })
  return texts.length > 0 ? texts.join('') : undefined
}
