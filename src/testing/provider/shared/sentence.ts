import type { Random } from './random.ts'

/** Letters of all kinds, line feeds, quotes, and what looks like JSON. */
export const beginnings: readonly string[] = [
  'the parser keeps a cursor',
  'tests pass on the second run',
  'naïve café, 東京, emoji 🧪🚀',
  'line one\nline two',
  'a "quoted" path C:\\temp',
  '{"looks":"like json"}',
]

/** A sentence that hardly ever occurs twice. */
export const sentence = (random: Random, from: readonly string[] = beginnings): string =>
  `${random.pick(from)} (${random.hex(4)})`
