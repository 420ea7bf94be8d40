import type { ContentShape } from '../transcript/transcript.ts'

/** The shape of a content field that may hold a text or a list of blocks. */
export function contentShape(content: unknown): ContentShape {
  if (Array.isArray(content)) return content.length === 0 ? 'empty' : 'blocks'
  if (typeof content === 'string') return content === '' ? 'empty' : 'text'
  return content === undefined || content === null ? 'absent' : 'invalid'
}
