import { readFileSync } from 'node:fs'

/** An error as somebody may meet it, and what it is. */
export interface Sample {
  readonly type: string | null
  readonly also?: readonly string[]
  readonly error: unknown
}

/** The samples of a file of this folder, one a line. */
export const readSamples = (file: string): Sample[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Sample)
