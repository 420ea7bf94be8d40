import type { BlockShape } from './block-shape.ts'
import type { Block, Message } from './transcript.ts'
import type { BlockKind } from './block-kind.ts'

/** Makes a block view. One function for all formats keeps one hidden class for all blocks. */
export function createBlock(
  message: Message,
  field: string,
  index: number,
  raw: unknown,
  shape: BlockShape,
  text?: string,
  callId?: string,
  name?: string,
  payload?: unknown,
  signature?: string,
  kind: BlockKind = shape.kind,
): Block {
  return { kind, message, field, index, raw, shape, text, callId, name, payload, signature }
}
