import type { ContentShape } from '../transcript/transcript.ts'

/** What a content field holds that may be a text or a list of blocks. */
export function contentShape(content: unknown): ContentShape {
  if (Array.isArray(content)) return content.length === 0 ? 'empty' : 'blocks'
  if (typeof content === 'string') return content === '' ? 'empty' : 'text'
  return content === undefined || content === null ? 'absent' : 'invalid'
}
