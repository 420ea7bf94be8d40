import { expect, test, vi } from 'vitest'
import { findFormat } from '../../src/formats/index.ts'
import { partsOf } from '../../src/recovery/sessions/parts-of.ts'
import { derivedOnce, settleMessages } from '../../src/storage/settled-messages.ts'
import { assistant, call } from '../strategies/anthropic.ts'

const format = findFormat('anthropic-messages')

test.each([
  ['anew each time', true, 1],
  ['once alone though its message may still change', false, 2],
])('the record of a call is put together %s, or what is made of it is', (_how, isSettled, times) => {
  const raw = assistant(call('call_1'), call('call_2'))
  if (isSettled) settleMessages([raw])
  const input = vi.fn(() => ({ callId: 'call_1', status: 'pending', input: null, output: null }) as const)
  for (let again = 0; again < 2; again += 1) {
    const parts = partsOf(format, [raw])
    expect(parts.map(({ callId }) => callId)).toEqual(['call_1', 'call_2'])
    for (let command = 0; command < 2; command += 1) derivedOnce(parts[0], 'part', input)
  }
  expect(input).toHaveBeenCalledTimes(times)
})
