import type { FormatName } from '../../src/formats/format-name.ts'

/** What is wrong, what was stored, what is sent, and what of the request decides. */
export type MeantRow = [
  what: string,
  FormatName,
  before: unknown[],
  after: unknown[],
  request?: Readonly<Record<string, unknown>>,
]
