import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

async function transcriptBelow(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true })
  const name = files.find((file) => file.endsWith('.jsonl'))
  if (name === undefined) throw new Error(`There is no transcript below ${folder}.`)
  return join(folder, name)
}

/** Ends the only transcript below a folder in the middle of the last line that `isTorn`: the commonest damage of all. */
export async function tearLine<Line>(folder: string, isTorn: (line: Line) => boolean): Promise<void> {
  const path = await transcriptBelow(folder)
  const lines = (await readFile(path, 'utf8')).trim().split('\n')
  const at = lines.findLastIndex((line) => isTorn(JSON.parse(line) as Line))
  const torn = lines[at]!
  await writeFile(path, [...lines.slice(0, at), torn.slice(0, Math.floor(torn.length / 2))].join('\n'))
}

/** Rewrites the lines of the only transcript below a folder. */
export async function changeLines<Line>(folder: string, change: (lines: Line[]) => Line[]): Promise<void> {
  const path = await transcriptBelow(folder)
  const lines = (await readFile(path, 'utf8')).trim().split('\n')
  const changed = change(lines.map((line) => JSON.parse(line) as Line))
  await writeFile(path, `${changed.map((line) => JSON.stringify(line)).join('\n')}\n`)
}
