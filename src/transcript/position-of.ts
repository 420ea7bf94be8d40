import { placeOf } from './place-of.ts'
import type { Block, Message, Position, Transcript } from './transcript.ts'

/** Where a view stands in the raw messages. */
export function positionOf(node: Block | Message, transcript: Transcript): Position {
  const messageIndex = placeOf('field' in node ? node.message : node, transcript)
  if (!('field' in node) || node.field === '') return { messageIndex }
  const place = { messageIndex, field: node.field }
  return node.index < 0 ? place : { ...place, blockIndex: node.index }
}
