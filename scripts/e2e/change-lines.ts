import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { turnsOfLines, type Turn } from './conversation.ts'
import { NothingToDamageError } from './nothing-to-damage-error.ts'

/** The largest transcript below a folder: old releases of Claude Code go on in a copy. */
async function transcriptBelow(folder: string): Promise<string> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.jsonl'))
  const sized = await Promise.all(files.map(async (file) => ({ file, size: (await stat(join(folder, file))).size })))
  const largest = sized.toSorted((a, b) => b.size - a.size)[0]
  if (!largest) throw new NothingToDamageError('there is no transcript')
  return join(folder, largest.file)
}

const linesOf = async (path: string): Promise<string[]> => (await readFile(path, 'utf8')).trim().split('\n')

/** The transcript below a folder, as other lines: `is` tells which of them stand in the turn. */
async function rewrite(folder: string, change: (lines: readonly string[]) => readonly string[]): Promise<void> {
  const path = await transcriptBelow(folder)
  const lines = await linesOf(path)
  const changed = change(lines)
  if (changed.join('\n').trim() === lines.join('\n')) throw new NothingToDamageError('no line is of this kind')
  await writeFile(path, changed.join('\n'))
}

/**
 * Breaks a line off in its middle, the last that `isTorn` in its turn: the commonest damage of all. In the last turn the file ends
 * there; in an earlier one a program has gone on behind it.
 */
export function tearLine<Line>(folder: string, turn: Turn, isTorn: (line: Line) => boolean): Promise<void> {
  return rewrite(folder, (lines) => {
    const turns = turnsOfLines(lines)
    const at = lines.findLastIndex((line, index) => turns[index] === turn && isTorn(JSON.parse(line) as Line))
    const torn = lines[at]
    if (torn === undefined) throw new NothingToDamageError('no line is of this kind')
    const half = torn.slice(0, Math.floor(torn.length / 2))
    return [...lines.slice(0, at), half, ...(turn === 3 ? [] : lines.slice(at + 1)), ...(turn === 3 ? [] : [''])]
  })
}

/** Rewrites the lines of the transcript below a folder. `isIn` tells whether a line stands in the turn. */
export function changeLines<Line>(
  folder: string,
  turn: Turn,
  change: (lines: Line[], isIn: (line: Line) => boolean) => Line[],
): Promise<void> {
  return rewrite(folder, (lines) => {
    const turns = turnsOfLines(lines)
    const parsed = lines.map((line) => JSON.parse(line) as Line)
    const inTurn = new Set(parsed.filter((_line, index) => turns[index] === turn))
    return [...change(parsed, (line) => inTurn.has(line)).map((line) => JSON.stringify(line)), '']
  })
}
