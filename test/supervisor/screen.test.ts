import { array, assert, asyncProperty, constantFrom, oneof, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openScreen, type Screen } from '../../src/supervisor/executors/screen.ts'
import { scale } from '../seeds.ts'

async function screen(text: string): Promise<Screen> {
  const opened = await openScreen(40, 10)
  opened!.write(text)
  return opened!
}

/**
 * What somebody would see: text, colours and the cursor; not the way in which they were written. After a row is full the cursor
 * waits behind its last column. Where the cell before it is empty, as after a change to the alternate buffer, no sequence can put
 * it there again: terminals stop a move at the last column, where both are drawn. Saving and restoring the cursor does the same.
 */
async function seen(opened: Screen): Promise<readonly string[]> {
  opened.write('\u001B7\u001B8')
  return [await opened.text(), await opened.serialize()]
}

const pieces = array(
  oneof(
    string({ maxLength: 60 }),
    constantFrom(
      '\r\n',
      '\u001B[31mred\u001B[0m',
      '\u001B[1;1H',
      '\u001B[2J',
      '\u001B[?1049h',
      '\u001B[?1049l',
      'é漢😀',
      '\t',
    ),
  ),
  { maxLength: 40 },
)

/** What once came back as something else. */
const found: readonly string[][] = [
  [' '.repeat(40), '\u001B[?1049h'],
  ['x'.repeat(40), '\u001B[2K'],
  ['x'.repeat(40), '\u001B[1;1H', 'red'],
  ['x'.repeat(40), '\u001B[1;1H', 'red', '\u001B[?1049h'],
  ['x'.repeat(38), '漢😀', ' '.repeat(10), '\u001B[2J', ' '],
]

describe('a screen', () => {
  it('drawn again from its snapshot is another one', async () => {
    await assert(
      asyncProperty(pieces, async (texts) => {
        const first = await screen(texts.join(''))
        const second = await screen(await first.serialize())
        expect(await seen(second)).toEqual(await seen(first))
      }),
      { numRuns: 50 * scale, examples: found.map((texts) => [texts]) },
    )
  })

  it('drawn again after a full row puts the next character on top of its last one', async () => {
    const first = await screen('x'.repeat(40))
    const second = await screen(await first.serialize())
    for (const opened of [first, second]) opened.write('y')
    expect(await second.text()).toBe(await first.text())
    expect(await second.text()).toContain(`${'x'.repeat(40)}y`)
  })
})
