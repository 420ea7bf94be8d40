import { array, assert, asyncProperty, constantFrom, oneof, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openScreen, type Screen } from '../../src/supervisor/executors/screen.ts'
import { scale } from '../seeds.ts'

async function screen(text: string): Promise<Screen> {
  const opened = await openScreen(40, 10)
  opened!.write(text)
  return opened!
}

/** What somebody would see: text and colours; not the way in which they were written. */
const seen = async (opened: Screen): Promise<readonly string[]> => [await opened.text(), await opened.serialize()]

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

describe('a screen', () => {
  it('drawn again from its snapshot is another one', async () => {
    await assert(
      asyncProperty(pieces, async (texts) => {
        const first = await screen(texts.join(''))
        const second = await screen(await first.serialize())
        expect(await seen(second)).toEqual(await seen(first))
      }),
      { numRuns: 50 * scale },
    )
  })
})
