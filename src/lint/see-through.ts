import type { Format } from '../formats/format.ts'
import type { Rules } from '../formats/rules.ts'
import { heldIn } from '../json/held-in.ts'
import { isRecord } from '../json/is-record.ts'
import { unknownShape } from '../transcript/block-shape.ts'
import { createBlock, type ReadBlock } from '../transcript/create-block.ts'
import { createMessage } from '../transcript/create-message.ts'
import type { Block, Message } from '../transcript/transcript.ts'

/**
 * The message with what stands in wraps that its format cannot read: lists, an object that holds nothing else, a text of its JSON. What is
 * wrapped so, messages or blocks, is the payload of a block of no known kind (I4).
 *
 * @example
 * seeThrough(format.read([{ role: 'user', content: 'Hi.' }], 0, rules), format, rules).role // 'user'
 */
export function seeThrough(message: Message, format: Format, rules: Rules): Message {
  const { blocks, index, raw, role } = message
  const read = (value: unknown): Message => format.read(value, index, rules)
  const [only] = blocks
  if (role === 'unknown' || (only?.field === '' && !isKnown(only))) {
    const held = heldIn(raw, (value) => {
      const inner = read(value)
      return inner.blocks.some(isKnown) || (inner.role !== 'unknown' && inner.content !== 'none')
    })
    if (held.length > 0 && held[0] !== raw) {
      const whole: Block[] = []
      const wrapped = createMessage(index, raw, whole, read(held[0]).role, 'none')
      whole.push(createBlock(wrapped, '', 0, raw, unknownShape).withPayload(held))
      return wrapped
    }
  }
  const find = blockFinder(message, format, rules)
  for (const block of blocks) {
    const { field } = block
    // What its format can read of an object needs no second reading.
    if (isKnown(block) || field === '' || (isRecord(block.raw) && format.write.rescue?.(block))) continue
    const held = find(block.raw, field)
    if (held.length > 0) (block as ReadBlock).withPayload(held)
  }
  return message
}

/**
 * Finds the blocks that a value holds which should be one of that field, or the list of them. Each is read in the message without its other
 * blocks: there may be as many of those as of wraps.
 */
export function blockFinder(
  { blocks, index, raw }: Message,
  { read, write }: Format,
  rules: Rules,
): (value: unknown, field: string) => readonly unknown[] {
  let bare: unknown
  return (value, field) =>
    heldIn(value, (item) => {
      bare ??= blocks.reduce((left, one) => write.withField(left, one.field, undefined), raw)
      const inner = read(write.withField(bare, field, [item]), index, rules)
      return inner.blocks.some((one) => one.field === field && isKnown(one))
    })
}

function isKnown({ kind }: Block): boolean {
  return kind !== 'unknown'
}
