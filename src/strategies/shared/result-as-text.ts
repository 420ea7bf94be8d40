import type { Format } from '../../formats/format.ts'
import type { Block } from '../../transcript/transcript.ts'
import { fullText } from './full-text.ts'
import { isSynthetic, marked } from '../../faults/synthetic-text.ts'

/**
 * The content of a result as ordinary blocks: its text, marked and labelled, then its media. Nothing is lost (I4); what an
 * earlier repair put there says nothing and becomes nothing.
 */
export function resultAsText(result: Block, format: Format, label: string): unknown[] {
  if (isSynthetic(result.payload)) return []
  const text = fullText(result, format)
  const media = format.write.resultBlocks(result)
  if (text.trim() === '' && media.length === 0) return []
  return [format.write.text(`${marked(label)}:\n${text}`.trimEnd()), ...media]
}
