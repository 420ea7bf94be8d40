import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type Line = Record<string, unknown>

export const toBytes = (lines: readonly Line[]): Buffer =>
  Buffer.from(lines.map((each) => `${JSON.stringify(each)}\n`).join(''))

/** Writes a file of lines, with its folders. */
export function storeLines(path: string, lines: readonly Line[]): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, toBytes(lines))
  return path
}
