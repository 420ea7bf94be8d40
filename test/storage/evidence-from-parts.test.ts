import { expect, test } from 'vitest'
import { evidenceFromParts } from '../../src/storage/evidence-from-parts.ts'
import type { StoredPart } from '../../src/storage/part-store.ts'

const part = (given: Partial<StoredPart>): StoredPart => ({
  callId: 'a',
  occurrence: 0,
  name: 'act',
  input: {},
  status: 'pending',
  ...given,
})
const pending = { status: 'pending' } as const
const answered = part({ callId: 'z', status: 'completed', output: 1, startedAt: 1, endedAt: 2 })
const unstarted = part({ callId: 'y', status: 'completed', output: 1, endedAt: 2 })

const rows: readonly (readonly [what: string, parts: readonly StoredPart[], known: unknown])[] = [
  ['nothing', [], undefined],
  ['a result', [part({ status: 'completed', output: 'x' })], { status: 'completed', output: 'x', isError: false }],
  ['an error', [part({ status: 'error', output: 'x' })], { status: 'error', output: 'x', isError: true }],
  [
    'an error that was answered as a result',
    [part({ status: 'completed', output: 'x', isError: true })],
    { status: 'completed', output: 'x', isError: true },
  ],
  [
    'a failed call that is no error',
    [part({ status: 'error', output: 'x', isError: false })],
    { status: 'error', output: 'x', isError: false },
  ],
  ['a result that a repair made up', [part({ status: 'completed', output: 'x', synthetic: true })], undefined],
  ['a start', [part({ status: 'running', startedAt: 1 })], { status: 'running' }],
  ['a call, where no start is recorded', [part(pending)], undefined],
  ['a call, where starts of its tool are recorded', [part(pending), answered], pending],
  ['a call, where another one of its tool runs', [part(pending), part({ callId: 'x', startedAt: 1 })], pending],
  ['a call, where starts of another tool are recorded', [part(pending), { ...answered, name: 'other' }], undefined],
  ['a call, where another was answered without a start', [part(pending), answered, unstarted], undefined],
  [
    'a call, where another one failed without a start',
    [part(pending), answered, { ...unstarted, status: 'error' }],
    undefined,
  ],
  [
    'a call, where a repair made up the result of another',
    [part(pending), answered, { ...unstarted, synthetic: true }],
    pending,
  ],
  [
    'a call, where one of another tool was answered without a start',
    [part(pending), answered, { ...unstarted, name: 'other' }],
    pending,
  ],
]

test.each(rows)('%s is known as something else', (_what, parts, known) => {
  const { resultOf } = evidenceFromParts(parts)
  expect(resultOf('a', 0)).toEqual(known)
  expect([resultOf('a', 1), resultOf('b', 0)]).toEqual([undefined, undefined])
})
test('nothing is known of anything', () => expect(rows).toHaveLength(15))
