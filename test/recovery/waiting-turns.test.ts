import { expect, test, vi } from 'vitest'
import { findFormat } from '../../src/formats/index.ts'
import type { CallTurn } from '../../src/recovery/calls/call-turn.ts'
import { WaitingTurns } from '../../src/recovery/calls/waiting-turns.ts'
import { assistant, call, result, user } from '../strategies/anthropic.ts'

const format = findFormat('anthropic-messages')
const asked = [assistant(call('a'), call('b'))]
const answered = [...asked, user(result('a'), result('b'))]
const turnOf = (): { waitFor: CallTurn['waitFor']; complete: CallTurn['complete'] } => ({
  waitFor: vi.fn<CallTurn['waitFor']>(async () => undefined),
  complete: vi.fn<CallTurn['complete']>(async () => undefined),
})

test('a turn that waits for tools is over before its session goes on from them, or twice, or never', async () => {
  const waiting = new WaitingTurns(2)
  const [one, two] = [turnOf(), turnOf()]
  await waiting.wait('s', one as CallTurn, ['a', 'b'])
  await waiting.wait('t', two as CallTurn, ['a'])
  expect(one.waitFor).toHaveBeenCalledExactlyOnceWith(['a', 'b'])
  await waiting.goneOn('u', format, answered)
  await waiting.goneOn('s', format, [user('Something else.')])
  expect([one.complete, two.complete].map((each) => vi.mocked(each).mock.calls.length)).toEqual([0, 0])
  await waiting.goneOn('s', format, answered)
  await waiting.goneOn('s', format, answered)
  expect([one.complete, two.complete].map((each) => vi.mocked(each).mock.calls.length)).toEqual([1, 0])
})
