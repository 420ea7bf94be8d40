import { isRecord } from '../../json/is-record.ts'

/** The text of a thought: a string, a part with one, or a list of them (Mistral, frameworks); undefined when it has none. */
export function thoughtText(thought: unknown): string | undefined {
  const texts = (Array.isArray(thought) ? thought : [thought]).flatMap((part) => {
    const said = isRecord(part) ? (part['text'] ?? part['summary']) : part
    return typeof said === 'string' ? [said] : []
  })
  return texts.length > 0 ? texts.join('') : undefined
}
