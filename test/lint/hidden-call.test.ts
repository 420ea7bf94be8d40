import { expect, test } from 'vitest'
import { readCalls } from '../../src/lint/hidden-call.ts'

const one = { id: 'a', name: 'f' }
const two = { id: 'b', name: 'g' }

test.each<[written: unknown, calls: unknown]>([
  [{ 0: one, 1: two }, [one, two]],
  [{ 0: one }, [one]],
  // A call, not a list by index: its fields are words.
  [one, [one]],
  [{ '0x': one, 1: two }, [{ '0x': one, 1: two }]],
  [{ x0: one }, [{ x0: one }]],
  [JSON.stringify([one, two]), [one, two]],
  [JSON.stringify(one), [one]],
  [
    [JSON.stringify(one), two],
    [one, two],
  ],
  [[one, two], undefined],
  [[], undefined],
  ['Hello', undefined],
  [null, undefined],
  [7, undefined],
])(
  'the calls of a container %j are others than were written there, or hidden where all can be read',
  (written, calls) => {
    expect(readCalls(written)).toEqual(calls)
  },
)
