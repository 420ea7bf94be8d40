import { isRecord } from '../../json/is-record.ts'
import { withField } from '../../json/with-field.ts'

/** A search result without its blank parts ("text content blocks must be non-empty"); unchanged when no part would be left. */
export function spokenParts(found: Record<string, unknown>): unknown {
  const { content } = found
  if (!Array.isArray(content)) return found
  const spoken = content.filter(speaks)
  return spoken.length === content.length || spoken.length === 0 ? found : withField(found, 'content', spoken)
}

/** Whether the search result holds no text at all. */
export function findsNothing({ content }: Record<string, unknown>): boolean {
  return Array.isArray(content) && !content.some(speaks)
}

function speaks(part: unknown): boolean {
  return isRecord(part) && typeof part['text'] === 'string' && part['text'].trim() !== ''
}
