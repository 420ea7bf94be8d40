import type { BlockShape } from '../transcript/block-shape.ts'
import { createBlock } from '../transcript/create-block.ts'
import type { Block, Message } from '../transcript/transcript.ts'

/** Reads the content of a message that may be a text or a list of parts into its blocks, as `message.content` says. */
export function readTextOrParts(
  message: Message,
  content: unknown,
  blocks: Block[],
  textShape: BlockShape,
  readPart: (message: Message, index: number, raw: unknown) => Block,
): void {
  if (message.content === 'text')
    blocks.push(createBlock(message, 'content', -1, content, textShape).withText(content as string))
  if (message.content !== 'blocks') return
  const parts = content as readonly unknown[]
  for (let index = 0; index < parts.length; index += 1) blocks.push(readPart(message, index, parts[index]))
}
