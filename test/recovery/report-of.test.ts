import { expect, test } from 'vitest'
import { repair } from '../../src/index.ts'
import { reportOf, type ReportParts } from '../../src/recovery/report-of.ts'

const format = 'anthropic-messages'
const result = repair([{ role: 'user', content: [{ type: 'text', text: '' }] }], { format })
const nothing = { error: undefined, detected: null, faults: [], remaining: [], edits: [], loss: 'none', resumed: false }
const { faults, remaining, edits, loss } = result

test.each<readonly [what: string, parts: Partial<ReportParts>, expected: object]>([
  ['nothing', {}, {}],
  ['no result', { result: undefined, detected: null }, {}],
  ['an error', { error: 'refused' }, { error: 'refused' }],
  ['a repair', { result }, { faults, remaining, edits, loss }],
  [
    'a request and betas',
    { result: { ...result, request: { thinking: {} }, betas: ['b'] } as never },
    { faults, remaining, edits, loss, request: { thinking: {} }, betas: ['b'] },
  ],
])('a report of %s tells more or less of it', (_, parts, expected) => {
  expect(faults.length).toBe(1)
  const named = { outcome: 'observed', sessionID: 's' } as const
  expect(reportOf({ ...named, ...parts })).toStrictEqual({ ...named, ...nothing, ...expected })
})
