import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Rewrites the lines of the only transcript below a folder. */
export async function changeLines<Line>(folder: string, change: (lines: Line[]) => Line[]): Promise<void> {
  const files = await readdir(folder, { recursive: true })
  const name = files.find((file) => file.endsWith('.jsonl'))
  if (name === undefined) throw new Error(`There is no transcript below ${folder}.`)
  const lines = (await readFile(join(folder, name), 'utf8')).trim().split('\n')
  const changed = change(lines.map((line) => JSON.parse(line) as Line))
  await writeFile(join(folder, name), `${changed.map((line) => JSON.stringify(line)).join('\n')}\n`)
}
