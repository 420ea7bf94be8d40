import { createBlock } from '../transcript/create-block.ts'
import type { Block } from '../transcript/transcript.ts'
import { unknownShape } from '../transcript/block-shape.ts'

/** Messages of a list that an excerpt leaves out in one place. */
export interface Gap {
  /** How many messages are left out up to its end. */
  readonly end: number
  /** The model thinks somewhere in it. */
  readonly thinks: boolean
  /** Stands for all of it among the blocks of the excerpt. */
  readonly block: Block
}

/** A gap that ends where that many messages are left out. */
export function createGap(end: number, thinks: boolean): Gap {
  const message = { index: -1, raw: undefined, role: 'unknown', content: 'none', blocks: [], turnIndex: -1 } as const
  // Its raw value is its own: two gaps are never equal.
  return { end, thinks, block: createBlock(message, '', -1, { end }, unknownShape) }
}
