import { describe, expect, test } from 'vitest'
import { bad, call, fix, items, output, reasoning, user } from './input-items.ts'

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
