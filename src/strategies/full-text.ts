import type { Format } from '../formats/format.ts'
import { sayingsIn } from '../transcript/sayings-in.ts'
import type { Block } from '../transcript/transcript.ts'

/** The readable text of a block, with what stands in fields that its format does not read: nothing that was said gets lost (I4). */
export function fullText(block: Block, format: Format): string {
  const text = format.write.plainText(block)
  const unread = sayingsIn(block.raw).filter((saying) => !text.includes(saying) && !text.includes(quoted(saying)))
  return [text, ...unread].filter((part) => part !== '').join('\n')
}

/** As it stands inside JSON. */
function quoted(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
