import { describe, expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'
import { syntheticMark } from '../../../src/faults/synthetic-text.ts'
import type { RepairOptions } from '../../../src/repair/repair-options.ts'
import type { RepairResult } from '../../../src/repair/repair-result.ts'

type Item = Record<string, unknown>

const fix = (input: unknown, options: Partial<RepairOptions> = {}): RepairResult =>
  repair(input, { format: 'openai-responses', ...options })
const items = (result: RepairResult): Item[] => result.messages as Item[]
const bad = (message: string, status = 400): Error => Object.assign(new Error(`${status} ${message}`), { status })

const user: Item = { role: 'user', content: 'Go.' }
const call = (call_id: string, extra: Item = {}): Item => ({
  type: 'function_call',
  call_id,
  name: 'read_file',
  arguments: '{}',
  ...extra,
})
const output = (call_id: string, text = 'real'): Item => ({ type: 'function_call_output', call_id, output: text })
const reasoning = (id?: string): Item => ({
  type: 'reasoning',
  summary: [],
  encrypted_content: 'gAAAAsealed',
  ...(id !== undefined && { id }),
})

describe('a plain string as the input', () => {
  test('is taken for an empty conversation', () => {
    const result = fix('Hello')
    expect(result).toMatchObject({ ok: true, changed: false, messages: 'Hello' })
  })

  test('keeps half a character', () => {
    expect(fix('Hello \ud83d').messages).toEqual([{ role: 'user', content: 'Hello \ufffd' }])
  })
})

describe('an empty input', () => {
  test('is refused although the request continues a response', () => {
    expect(fix([], { request: { previous_response_id: 'resp_1' } }).ok).toBe(true)
    expect(fix([]).faults).toMatchObject([{ type: 'conversation_empty' }])
  })
})

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

describe('a reasoning item', () => {
  test('without a follower stays, or goes from a store while its response still comes in', () => {
    const input = [user, reasoning('rs_1')]
    expect(fix(input).messages).toEqual([user])
    expect(fix(input, { purpose: 'stored' }).messages).toBe(input)
    expect(fix([reasoning('rs_1'), reasoning('rs_2'), user]).messages).toEqual([user])
  })

  test('without an id is dropped though nothing can be looked up', () => {
    const input = [user, reasoning(), user]
    expect(fix(input).messages).toBe(input)
  })

  test('is dropped because something that moves away stands behind it', () => {
    const input = [output('c'), reasoning('rs_1'), output('c'), call('c'), user]
    const result = fix(input.slice(1))
    expect(items(result)).toEqual([reasoning('rs_1'), call('c'), output('c'), user])
  })

  test('that does not verify takes another one with it', () => {
    const input = [
      reasoning('rs_1a'),
      call('c', { id: 'fc_1' }),
      output('c'),
      reasoning('rs_1'),
      { role: 'assistant', content: 'x' },
    ]
    const error = bad(
      'The encrypted content for item rs_1 could not be verified. Reason: Encrypted content could not be decrypted or parsed.',
    )
    const result = fix(input, { error })
    expect(items(result).map((item) => item['id'])).toEqual(['rs_1a', 'fc_1', undefined, undefined])
    expect(result.edits).toHaveLength(1)
  })

  test('is blamed for an item whose longer id starts with its own', () => {
    const input = [reasoning('rs_1234'), call('c'), output('c'), reasoning('rs_12345'), call('d'), output('d')]
    const error = bad('The encrypted content for item rs_12345 could not be verified.')
    expect(items(fix(input, { error }))).toEqual(input.filter((_, index) => index !== 3))
  })

  test('that is quoted by its ends only is not found', () => {
    const input = [
      { ...reasoning(), encrypted_content: 'gAAAAgood1' },
      call('c'),
      output('c'),
      { ...reasoning(), encrypted_content: 'gAAAAbad9' },
      call('d'),
      output('d'),
    ]
    const error = bad(
      'The encrypted content gAAA...bad9 could not be verified. Reason: Encrypted content could not be decrypted or parsed.',
    )
    expect(items(fix(input, { error }))).toEqual(input.filter((_, index) => index !== 3))
  })

  test('leaves an item behind that the server still knows', () => {
    const input = [user, reasoning('rs_1'), call('c', { id: 'fc_1' }), output('c')]
    const error = bad('The encrypted content could not be verified.')
    expect(items(fix(input, { error, rung: 'all' }))).toEqual([user, call('c'), output('c')])
  })

  test('that is missing costs the item (I11)', () => {
    const input = [user, call('c', { id: 'fc_1' }), output('c'), call('d', { id: 'fc_2' }), output('d')]
    const error = bad("Item 'fc_2' of type 'function_call' was provided without its required 'reasoning' item: 'rs_2'.")
    const result = fix(input, { error })
    expect(items(result)).toEqual([...input.slice(0, 3), call('d'), output('d')])
    expect(result.loss).toBe('none')
  })

  test('keeps encrypted content from verifying where only its id cannot be found', () => {
    const input = [user, reasoning('rs_1'), { role: 'assistant', content: 'x' }]
    const error = bad("Item with id 'rs_1' not found. Items are not persisted when `store` is set to false.", 404)
    expect(items(fix(input, { error }))).toEqual([user, reasoning(), { role: 'assistant', content: 'x' }])
  })

  test('of a server that gives it as plain text is dropped where nothing is kept', () => {
    const plain = { type: 'reasoning', id: 'rs_1', summary: [], content: [{ type: 'reasoning_text', text: 'Hm.' }] }
    const input = [user, plain, { role: 'assistant', content: 'x' }]
    expect(fix(input, { request: { store: false } }).messages).toBe(input)
  })
})

describe('a previous response that is gone', () => {
  const request = { previous_response_id: 'resp_1' }
  const error = bad("Previous response with id 'resp_1' not found.")

  test('stays in the request although the input is the whole conversation', () => {
    const input = [user, { role: 'assistant', content: 'x' }, user]
    const result = fix(input, { request, error })
    expect(result).toMatchObject({ ok: true, changed: true, loss: 'none' })
    expect(result.messages).toBe(input)
    expect(result.request).toHaveProperty('previous_response_id', undefined)
    expect(JSON.stringify({ ...request, ...result.request })).toBe('{}')
  })

  test('is given up without consent when the input is only the newest turn (I4)', () => {
    expect(fix([user], { request, error })).toMatchObject({
      changed: false,
      remaining: [{ type: 'reference_not_found', loss: 'lossy' }],
    })
    expect(fix([user], { request, error, allow: 'lossy' })).toMatchObject({ changed: true, loss: 'lossy' })
    expect(fix([output('c')], { request, error }).changed).toBe(false)
  })
})

describe('an item id', () => {
  test('that is a copy is kept, or costs a different item', () => {
    const twice = call('c', { id: 'fc_1' })
    expect(items(fix([twice, twice, output('c')]))).toEqual([twice, output('c')])
    expect(items(fix([reasoning('rs_1'), twice, reasoning('rs_1'), twice, output('c'), output('c')]))).toEqual([
      reasoning('rs_1'),
      twice,
      output('c'),
    ])
    const other = call('d', { id: 'fc_1' })
    expect(items(fix([twice, output('c'), other, output('d')]))).toEqual([twice, output('c'), call('d'), output('d')])
  })

  test('that the server holds already is sent again', () => {
    const error = bad('Duplicate item found with id fc_1. Remove duplicate items from your input and try again.')
    const input = [call('c', { id: 'fc_1' }), output('c')]
    expect(items(fix(input, { request: { previous_response_id: 'resp_1' }, error }))).toEqual([output('c')])
  })

  test('null or absent is a fault', () => {
    const input = [call('c', { id: null }), { ...output('c'), id: null }]
    expect(fix(input).messages).toBe(input)
  })
})

describe('a field', () => {
  test('that one type of item lacks is taken from all of them', () => {
    const error = bad("Unknown parameter: 'input[1].content'.")
    const input = [user, call('c', { content: null }), output('c')]
    expect(items(fix(input, { error }))).toEqual([user, call('c'), output('c')])
  })

  test('that another type of item cannot be without is taken from it', () => {
    const error = bad("Unknown parameter: 'input[0].output'.")
    expect(items(fix([call('c', { output: 'x' }), output('c')], { error }))).toEqual([call('c'), output('c')])
  })

  test('that is all by which an item is known is taken from it', () => {
    const error = bad("Unknown parameter: 'input[0].id'.")
    const [bare, open, sealed] = [
      { type: 'reasoning', id: 'rs_1', summary: [] },
      { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: 'AAAA' },
      { type: 'reasoning', id: 'rs_2', summary: [], encrypted_content: 'gAAAAx' },
    ]
    const input = [
      { ...user, id: 'x' },
      bare,
      call('c', { id: 'fc_1' }),
      output('c'),
      open,
      sealed,
      call('d'),
      output('d'),
    ]
    const { id: _, ...known } = sealed
    const clean = [user, bare, call('c'), output('c'), open, known, call('d'), output('d')]
    expect(items(fix(input, { error, request: { store: true } }))).toEqual(clean)
  })

  test('of the output is taken away although the API accepts it', () => {
    const typed = {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'x', annotations: [], logprobs: [] }],
    }
    // An output is the client's to write, and its status may be null (`ResponseInputItem.FunctionCallOutput` of openai 7.55).
    const input = [user, call('c', { status: 'completed' }), { ...output('c'), status: null }, typed]
    expect(fix(input).messages).toBe(input)
    expect(items(fix([user, call('c', { parsed_arguments: {} }), output('c')]))).toEqual([user, call('c'), output('c')])
  })
})

describe('a compaction item', () => {
  test('of a kind that only Codex knows is sent as it is', () => {
    const item = { type: 'context_compaction', encrypted_content: 'gAAAAx' }
    expect(fix([item, user]).messages).toEqual([{ ...item, type: 'compaction' }, user])
    expect(fix([{ type: 'context_compaction' }, user]).messages).toEqual([user])
  })

  test('of a kind that the server does not know stays after its error', () => {
    const input = [{ type: 'compaction', encrypted_content: 'gAAAAx' }, user]
    const error = bad("Invalid value: 'compaction'. Supported values are: 'apply_patch_call' and 'web_search_call'.")
    expect(fix(input, { error }).messages).toEqual([user])
  })

  test('that triggers stands before the end, or twice', () => {
    const trigger = { type: 'compaction_trigger' }
    expect(fix([user, trigger]).changed).toBe(false)
    expect(fix([user, trigger, call('c'), trigger, output('c')]).messages).toEqual([
      user,
      call('c'),
      output('c'),
      trigger,
    ])
  })
})

describe('arguments', () => {
  test('that are cut off are touched before a server complains', () => {
    const input = [call('c', { arguments: '{"path":"a.t' }), output('c')]
    expect(fix(input).messages).toBe(input)
    const error = bad('Failed to parse tool call arguments as JSON')
    expect(items(fix(input, { error }))[0]).toEqual(call('c', { arguments: '{"path":"a.t"}' }))
  })
})

function shotOf(callId: string): object {
  return { type: 'computer_call_output', call_id: callId, output: { type: 'computer_screenshot', file_id: 'f' } }
}
