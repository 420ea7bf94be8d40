import { expect, test } from 'vitest'
import { RecordedOutputs } from '../../../src/agents/codex/recorded-outputs.ts'

const ended = (more: object): object => ({ type: 'exec_command_end', call_id: 'c', aggregated_output: 'a\n', ...more })
const item = (more: object): object => ({
  type: 'item_completed',
  item: { type: 'CommandExecution', id: 'c', aggregated_output: 'a\n', exit_code: 0, ...more },
})
const ok = 'Process exited with code 0\nOutput:\na\n'

test.each<[payload: object, output: string | undefined]>([
  [ended({ exit_code: 0 }), ok],
  [ended({ exit_code: 1 }), 'Process exited with code 1\nOutput:\na\n'],
  [ended({}), 'Output:\na\n'],
  [ended({ exit_code: '0' }), 'Output:\na\n'],
  [ended({ aggregated_output: '' }), 'Output:\n'],
  [ended({ aggregated_output: null }), undefined],
  [ended({ call_id: 7 }), undefined],
  [ended({ call_id: 'd' }), undefined],
  // The id of a call, not that of its item.
  [ended({ id: 'd', exit_code: 0 }), ok],
  [ended({ call_id: undefined, id: 'c', exit_code: 0 }), ok],
  [ended({ type: 'exec_command_begin' }), undefined],
  [item({}), ok],
  [item({ type: 'FileChange' }), undefined],
  [{ ...item({}), type: 'item_started' }, undefined],
  [{ type: 'item_completed', item: 'c' }, undefined],
])('of the event %j another output is known', (payload, output) => {
  const outputs = new RecordedOutputs()
  outputs.take(payload as Record<string, unknown>)
  expect(outputs.resultOf('c', 0)).toEqual(output === undefined ? undefined : { status: 'completed', output })
})

test('of two calls of one id one has the output of the other', () => {
  const outputs = new RecordedOutputs()
  for (const text of ['one', 'two']) outputs.take(ended({ aggregated_output: text }) as Record<string, unknown>)
  const told = (text: string): object => ({ status: 'completed', output: `Output:\n${text}` })
  expect([0, 1, 2].map((at) => outputs.resultOf('c', at))).toEqual([told('one'), told('two'), undefined])
})
