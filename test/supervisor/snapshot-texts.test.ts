import { expect, test } from 'vitest'
import { isNewerVersion } from '../../src/supervisor/snapshots/snapshot-text.ts'
import { snapshotTexts } from '../../src/supervisor/snapshots/snapshot-texts.ts'
import { SupervisorError } from '../../src/supervisor/supervisor-error.ts'

test.each([
  [
    'saved with all changes before it',
    [
      ['one', '+2'],
      ['two', undefined],
    ],
    ['two', ''],
  ],
  [
    'saved, and changed again',
    [
      ['one', '+2'],
      ['two', undefined],
      ['two', '+3'],
    ],
    ['two', '+3'],
  ],
  [
    'saved for the first time',
    [
      [undefined, undefined],
      ['one', undefined],
    ],
    ['one', ''],
  ],
  [
    'removed',
    [
      ['one', '+2'],
      [undefined, undefined],
    ],
    [undefined, ''],
  ],
] as const)('a session that is %s while somebody looks is told as it never was', async (_, states, told) => {
  // The writer comes behind the first or the second thing that is read.
  for (let first = 1; first <= 2; first += 1) {
    let reads = 0
    const read = async (path: string): Promise<string | undefined> => {
      const at = Math.min(Math.max(0, (reads += 1) - first), states.length - 1)
      return states[at]![path === 'snapshot' ? 0 : 1]
    }
    expect(await snapshotTexts('snapshot', 'changes', read)).toEqual(told)
  }
})

test.each([
  ['a later release', new SupervisorError('newer_version', '', ''), true],
  ['another trouble of a supervisor', new SupervisorError('held', '', ''), false],
  ['what only has the code', Object.assign(new Error(''), { code: 'newer_version' }), false],
  ['nothing', undefined, false],
])('%s is set aside as damage, or damage kept as a later release', (_, cause, isNewer) => {
  expect(isNewerVersion(cause)).toBe(isNewer)
})
