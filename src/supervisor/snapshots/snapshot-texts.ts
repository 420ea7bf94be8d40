import { readFile } from 'node:fs/promises'
import { goneIs } from '../../files/gone-is.ts'

export async function textOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(goneIs(undefined))
}

/**
 * A snapshot and the changes since. Who saves another one takes the changes away behind that: where another one stands there by now, both
 * are read again, for the former one without them, or with later ones, tells of a state that never was, or is over.
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
