import { isSaidInCaption } from '../../media/is-said-beside.ts'
import { mayBeSaid } from '../../media/may-be-said.ts'
import { wordsBeside } from '../../media/words-beside.ts'
import type { BlockKind } from '../../transcript/block-kind.ts'
import { mediaIn } from '../../transcript/media-in.ts'
import { sayingsIn } from '../../transcript/sayings-in.ts'
import { losesMedia, plainly, type Reading } from '../shared/stranger-fields.ts'

/** Beside words and results other words may stand under any name, in any depth (I4): they stay as a text, as those under known names do. */
const besideWords: Reading = (strangers, message, format) => {
  const [said, isMore] = plainly(strangers, message, format)
  const others = wordsBeside(Object.assign({}, ...strangers), undefined, mayBeSaid)
  return [[...new Set([...said, ...others.filter((word) => mediaIn(word).length === 0)])], isMore]
}

/**
 * Beside a picture its captions are there to be read with it (I4). Under other names programs keep paths, devices and previews, which
 * nobody has said to the model: what reads as words goes with its field, and is told as lost.
 */
const besideMedium: Reading = (strangers, message, format) => {
  const beside = Object.assign({}, ...strangers) as Readonly<Record<string, unknown>>
  const said = new Set([...sayingsIn(strangers), ...wordsBeside(beside, undefined, isSaidInCaption)])
  const isMore = wordsBeside(beside, undefined, mayBeSaid).some((word) => !said.has(word) && mediaIn(word).length === 0)
  return [[...said], isMore || losesMedia(strangers, message, format)]
}

const readings: Partial<Readonly<Record<BlockKind, Reading>>> = { media: besideMedium }

/** How what stands in the fields of such a block is read, where they have to go. */
export const readingOf = (kind: BlockKind): Reading => readings[kind] ?? besideWords
