import { describe, expect, test } from 'vitest'
import { syntheticMark } from '../../../src/faults/synthetic-text.ts'
import { bad, call, fix, type Item, items, output, reasoning, user } from './input-items.ts'

describe('an unanswered call', () => {
  const kinds: readonly [call: Item, output: unknown][] = [
    [
      { type: 'custom_tool_call', name: 'a', input: '' },
      { type: 'custom_tool_call_output', call_id: 'c', output: expect.stringContaining(syntheticMark) },
    ],
    [
      { type: 'local_shell_call', action: { type: 'exec', command: ['ls'], env: {} } },
      { type: 'local_shell_call_output', id: 'c', output: expect.stringContaining(syntheticMark) },
    ],
    [
      { type: 'shell_call', action: {} },
      {
        type: 'shell_call_output',
        call_id: 'c',
        output: [
          { stdout: '', stderr: expect.stringContaining(syntheticMark), outcome: { type: 'exit', exit_code: 1 } },
        ],
      },
    ],
    [
      { type: 'apply_patch_call', operation: { type: 'delete_file', path: 'a.ts' }, status: 'completed' },
      {
        type: 'apply_patch_call_output',
        call_id: 'c',
        status: 'failed',
        output: expect.stringContaining(syntheticMark),
      },
    ],
    [
      { type: 'computer_call', id: 'cu_1' },
      {
        type: 'computer_call_output',
        call_id: 'c',
        output: { type: 'computer_screenshot', image_url: expect.stringContaining('data:image/png') },
      },
    ],
    [
      { type: 'tool_search_call', arguments: {} },
      { type: 'tool_search_output', call_id: 'c', execution: 'client', tools: [] },
    ],
  ]

  test.each(kinds)('is answered with the output of another kind: $type', (open, answer) => {
    const result = fix([user, { ...open, call_id: 'c' }, user])
    expect(items(result)).toEqual([user, { ...open, call_id: 'c' }, answer, user])
    expect(result.loss).toBe('synthesised')
    expect(fix(result.messages).messages).toBe(result.messages)
  })

  test('gets a synthetic output that beats the real one which comes late (I5)', () => {
    const broken = fix([user, call('c'), user])
    const late = fix([...broken.messages, output('c')])
    expect(items(late).filter((item) => item['type'] === 'function_call_output')).toEqual([output('c')])
    const screen = fix([user, { type: 'computer_call', id: 'cu_1', call_id: 'c' }, user])
    const shot = shotOf('c')
    expect(items(fix([...screen.messages, shot]))).toContain(shot)
  })

  test('gets the recorded output of another call', () => {
    const evidence = {
      resultOf: (id: string) => (id === 'b' ? { status: 'completed' as const, output: 'b ran' } : undefined),
    }
    const result = fix([user, call('a'), call('b'), output('a'), user], { evidence })
    expect(items(result)[3]).toEqual(output('b', 'b ran'))
    expect(result.loss).toBe('none')
  })

  test('is closed in a store although it is the last thing', () => {
    const stored = [user, call('a'), output('a'), reasoning('rs_1'), call('b')]
    expect(fix(stored, { purpose: 'stored' }).messages).toBe(stored)
    expect(fix([user, call('a'), user, call('b')], { purpose: 'stored' }).edits).toHaveLength(1)
  })

  test('is not answered when a reference holds it', () => {
    const referred = [user, { type: 'item_reference', id: 'fc_1' }, user]
    expect(fix(referred).messages).toBe(referred)
    const result = fix(referred, { error: bad('No tool output found for function call call_9.') })
    expect(items(result)[2]).toMatchObject({ type: 'function_call_output', call_id: 'call_9' })
    expect(items(result)).toHaveLength(4)
  })

  test('that may not be without an id has none', () => {
    const id = expect.stringMatching(/^cu_/)
    const result = fix([user, { type: 'computer_call', call_id: 'c', action: {} }, shotOf('c')])
    expect(result.faults).toMatchObject([{ type: 'item_id_invalid', detail: { reason: 'missing' } }])
    expect(items(result)[1]).toMatchObject({ type: 'computer_call', id })
  })

  test('is not answered when only the server holds it', () => {
    const request = { previous_response_id: 'resp_1' }
    const error = bad('No tool output found for custom tool call call_9.')
    const result = fix([user], { request, error })
    expect(items(result)).toMatchObject([{ type: 'custom_tool_call_output', call_id: 'call_9' }, user])
    expect(fix(result.messages, { request, error }).messages).toBe(result.messages)
  })
})

describe('an output', () => {
  test('whose call the server may hold is taken for an orphan', () => {
    const input = [output('c'), user]
    expect(fix(input, { request: { previous_response_id: 'resp_1' } }).messages).toBe(input)
    expect(fix(input, { request: { conversation: { id: 'conv_1' } } }).messages).toBe(input)
    const referred = [{ type: 'item_reference', id: 'fc_1' }, output('c')]
    expect(fix(referred).messages).toBe(referred)
  })

  test('that a reference may hold hides that another call has none, or is invented although it may be there', () => {
    const reference = { type: 'item_reference', id: 'fc_1' }
    const call = { type: 'function_call', call_id: 'call_1', name: 'read', arguments: '{}' }
    const open = [user, call, user]
    const explained = fix([...open, reference, output('call_of_the_reference')])
    expect(explained.faults).toMatchObject([{ type: 'tool_result_missing', at: { messageIndex: 1 } }])
    const unclear = [...open, reference, output('call_of_the_reference'), { ...reference, id: 'fc_2' }]
    expect(fix(unclear).messages).toBe(unclear)
    const elsewhere = { request: { previous_response_id: 'resp_1' } }
    const continued = [...open, reference, output('call_of_that_response')]
    expect(fix(continued, elsewhere).messages).toBe(continued)
  })

  test('whose call the server does not hold after all stays', () => {
    const error = bad('No tool call found for function call output with call_id c.')
    const result = fix([output('c', 'what it said'), output('d')], {
      request: { previous_response_id: 'resp_1' },
      error,
    })
    expect(items(result)[0]).toEqual(output('d'))
    expect(JSON.stringify(items(result)[1])).toContain('what it said')
  })

  test('of Codex for a local shell call is taken for one of another kind', () => {
    const shell = {
      type: 'local_shell_call',
      call_id: 'c',
      status: 'completed',
      action: { type: 'exec', command: [], env: {} },
    }
    const input = [shell, output('c')]
    expect(fix(input).messages).toBe(input)
  })

  test('without a call id is not given to the only call that it can belong to (I5)', () => {
    const nameless = { type: 'function_call_output', output: 'real' }
    expect(items(fix([call('c'), nameless, user]))).toEqual([call('c'), { ...nameless, call_id: 'c' }, user])
  })

  test('of another kind loses what the tool said', () => {
    const result = fix([{ type: 'shell_call', call_id: 'c', action: { commands: [] } }, output('c', 'a.ts')])
    expect(items(result)[1]).toMatchObject({ type: 'shell_call_output', output: [{ stdout: 'a.ts' }] })
    const screen = fix([{ type: 'computer_call', id: 'cu_1', call_id: 'c' }, output('c', 'what it said'), user])
    expect(JSON.stringify(screen.messages)).toContain('what it said')
  })
})

function shotOf(callId: string): object {
  return { type: 'computer_call_output', call_id: callId, output: { type: 'computer_screenshot', file_id: 'f' } }
}
