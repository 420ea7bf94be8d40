import { textOrJson } from '../../json/text-or-json.ts'
import { marked } from '../../faults/synthetic-text.ts'

/** Of a call that the client was to run. */
export const toolCallLabel = 'A tool call of the assistant'

/** A call as a text: bare, its input would be taken for words of whoever's message it stands in (I5). */
export function callAsText(label: string, name = '', input?: unknown): string {
  return `${marked(label)}: ${name}\n${textOrJson(input ?? {})}`
}
