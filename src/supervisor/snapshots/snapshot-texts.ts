import { readFile } from 'node:fs/promises'
import { goneIs } from '../../files/gone-is.ts'

export async function textOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(goneIs(undefined))
}

/**
 * A snapshot and the changes since, read consistently. A save replaces the snapshot and then deletes the changes: if the snapshot
 * has changed meanwhile, both are read again, since the old snapshot with the new changes is a state that never was.
 */
export async function snapshotTexts(
  place: string,
  changes: string,
  read: typeof textOf = textOf,
): Promise<readonly [text: string | undefined, later: string]> {
  for (;;) {
    const text = await read(place)
    const later = (await read(changes)) ?? ''
    if (text === (await read(place))) return [text, later]
  }
}
