import type { Format } from '../../formats/format.ts'
import { quoted } from '../../json/quoted.ts'
import { sayingsIn, tellingsIn } from '../../transcript/sayings-in.ts'
import type { Block } from '../../transcript/transcript.ts'

/** The readable text of a block, with what stands in fields that its format does not read: nothing that was said gets lost (I4). */
export function fullText(block: Block, format: Format): string {
  const text = format.write.plainText(block)
  // What a tool has fetched still has its name and address where it cannot be moved as it is; what a text cites is none of its words.
  const isNamed = block.kind === 'tool_result' ? format.write.resultBlocks(block).length === 0 : block.kind !== 'text'
  const said = (isNamed ? tellingsIn : sayingsIn)(block.raw)
  const unread = said.filter((saying) => !text.includes(saying) && !text.includes(quoted(saying)))
  return [text, ...unread].filter((part) => part !== '').join('\n')
}
