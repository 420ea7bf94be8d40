/** One line of a journal, without its line feed. */
export interface JournalLine {
  /** From 1. */
  readonly line: number
  readonly offset: number
  readonly bytes: Buffer
  /** No line feed follows: the write was cut off, or this is the (empty) rest behind the last line feed. */
  readonly isTorn: boolean
}

/** Splits on 0x0A alone: U+2028 and its like belong to the text of a message. */
export function* linesOf(bytes: Buffer): Generator<JournalLine, void, undefined> {
  let offset = 0
  for (let line = 1; ; line += 1) {
    const feed = bytes.indexOf(0x0a, offset)
    const isTorn = feed < 0
    yield { line, offset, bytes: isTorn ? bytes.subarray(offset) : bytes.subarray(offset, feed), isTorn }
    if (isTorn) return
    offset = feed + 1
  }
}
