import { expect, test } from 'vitest'
import { findFormat } from '../../src/formats/index.ts'
import { callsBeside } from '../../src/recovery/calls-beside.ts'
import { assistant, call as block, found, result, search, text, user } from '../strategies/anthropic.ts'

const call = (call_id: string | undefined, type = 'function_call'): object => ({
  type,
  call_id,
  name: 'f',
  arguments: '{}',
})
const output = (call_id: string): object => ({ type: 'function_call_output', call_id, output: 'ok' })
const hi = { role: 'user', content: 'hi' }
const said = { role: 'assistant', content: 'Yes.' }
const approval = { type: 'mcp_approval_request', id: 'm', name: 'f', arguments: '{}', server_label: 's' }

test.each<[what: string, messages: readonly object[], beside: readonly string[]]>([
  ['which stands alone', [hi, call('a')], []],
  ['which is not recorded', [hi, call('b')], []],
  ['in a list without messages', [], []],
  ['between two', [hi, call('b'), call('a'), call('c')], ['b', 'c']],
  ['first of all', [call('a'), call('b'), call('c')], ['b', 'c']],
  ['last of all', [call('b'), call('c'), call('a')], ['b', 'c']],
  ['beside what the model says', [call('b'), said, call('a'), said, call('c')], ['b', 'c']],
  ['beside one that is answered', [call('b'), call('a'), call('c'), hi, output('b')], ['c']],
  ['beside one whose answer stands right behind', [call('b'), call('a'), output('b'), call('c')], []],
  ['behind an answer to another', [call('c'), output('c'), call('b'), call('a')], ['b']],
  ['behind a prompt', [call('c'), hi, call('b'), call('a'), hi, call('d')], ['b']],
  ['which came twice, the last time', [call('a'), call('b'), hi, call('a'), call('c')], ['c']],
  ['beside one whose id comes back', [call('b'), call('a'), hi, call('b')], ['b']],
  ['beside one of another type', [call('a'), call('b', 'custom_tool_call')], ['b']],
  ['beside one without an id', [call('a'), call(''), call(undefined), call('b')], ['b']],
  ['beside an approval, which may wait', [call('a'), approval, call('b')], ['b']],
])('beside a call %s stand others', (_, messages, beside) => {
  const open = callsBeside(
    messages.map((raw) => ({ raw })),
    findFormat('openai-responses'),
  )('a')
  expect(open.map(({ callId }) => callId)).toEqual(beside)
})

test('the type of a call is lost', () => {
  const messages = [call('a'), call('b', 'custom_tool_call'), call('c')].map((raw) => ({ raw }))
  expect(callsBeside(messages, findFormat('openai-responses'))('a')).toEqual([
    { callId: 'b', type: 'custom_tool_call' },
    { callId: 'c', type: 'function_call' },
  ])
})

test.each<[what: string, messages: readonly object[], beside: readonly string[]]>([
  ['in one message', [assistant(block('a'), block('b')), user(text('hi'))], ['b']],
  ['one of which is answered', [assistant(block('b'), block('a'), block('c')), user(result('b'))], ['c']],
  [
    'one of which has its result beside it',
    [assistant(block('b'), result('b'), block('c')), assistant(block('a'))],
    [],
  ],
  ['one of which has its result in the same message', [assistant(block('b'), result('b'), block('a'))], []],
  ['one of which the server runs', [assistant(search('s'), found('s'), block('a')), assistant(block('b'))], ['b']],
])('beside a call that has others %s stand others', (_, messages, beside) => {
  const open = callsBeside(
    messages.map((raw) => ({ raw })),
    findFormat('anthropic-messages'),
  )('a')
  expect(open.map(({ callId }) => callId)).toEqual(beside)
})
