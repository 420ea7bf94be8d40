import type { Format } from '../formats/format.ts'
import type { Rules } from '../formats/rules.ts'
import { isRecord } from '../json/is-record.ts'
import { parsedContainer } from '../json/parsed-container.ts'
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
      return inner.role !== 'unknown' && (inner.content !== 'none' || inner.blocks.some(isKnown))
    })
    if (held.length > 0) {
      const whole: Block[] = []
      const wrapped = createMessage(index, raw, whole, read(held[0]).role, 'none')
      whole.push(createBlock(wrapped, '', 0, raw, unknownShape).withPayload(held))
      return wrapped
    }
  }
  for (const block of blocks) {
    const { field } = block
    // What its format can read of an object needs no second reading.
    if (isKnown(block) || field === '' || (isRecord(block.raw) && format.write.rescue?.(block))) continue
    const held = heldIn(block.raw, (value) =>
      read(format.write.withField(raw, field, [value])).blocks.some((one) => one.field === field && isKnown(one)),
    )
    if (held.length > 0) (block as ReadBlock).withPayload(held)
  }
  return message
}

function isKnown({ kind }: Block): boolean {
  return kind !== 'unknown'
}

/** @param left more wraps than any store puts around a thing */
function heldIn(raw: unknown, isIt: (value: object) => boolean, left = 6): readonly unknown[] {
  const value = typeof raw === 'string' ? parsedContainer(raw) : raw
  if (typeof value !== 'object' || value === null || left === 0) return []
  if (isIt(value)) return [value]
  const inner = Object.values(value)
  const held = Array.isArray(value) || inner.length === 1 ? inner.map((item) => heldIn(item, isIt, left - 1)) : []
  return held.every(({ length }) => length > 0) ? held.flat() : []
}
