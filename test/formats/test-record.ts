import { expect, test } from 'vitest'
import type { FormatName } from '../../src/formats/format-name.ts'
import type { Kit } from '../../src/testing.ts'
import { recordOf } from './record-of.ts'

/**
 * The laws say what a repair must never do; a record says what it did, so that no change of it goes unseen. Is a change meant:
 * `npx vitest run test/formats -t record -u`, and read the difference before it is committed.
 */
export function testRecord<Transcript>(kit: Kit<FormatName, Transcript>, name = 'recorded'): void {
  test(`a damaged conversation is repaired otherwise than it was recorded (${name})`, async () => {
    await expect(recordOf(kit)).toMatchFileSnapshot(`./${name}.txt`)
  })
}
