import { describe, expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'
import {
  cited,
  code,
  dot,
  drawn,
  exec,
  fine,
  format,
  gave,
  look,
  patch,
  printed,
  ran,
  said,
  searched,
  shell,
  shot,
  user,
} from './hosted-item-samples.ts'

describe('what only the error tells', () => {
  const refused = (param: string): Error =>
    Object.assign(new Error("Invalid value: 'x'. Supported values are: 'y' and 'z'."), {
      status: 400,
      param,
      code: 'invalid_value',
    })
  const odd = { ...cited, type: 'link' }
  const other = { ...said([odd]), id: 'msg_2' }

  test.each<[what: string, param: string, before: object[], after: object[]]>([
    ['of a citation costs others', 'input[1].content[0].annotations[0].type', [said([odd]), other], [said([]), other]],
    [
      'of a call costs the items beside it',
      'input[2].action.type',
      [searched, { ...ran, action: { ...exec, type: 'x' } }, gave],
      [searched, { role: 'assistant' }, { role: 'user' }],
    ],
  ])('%s', (_what, param, before, after) => {
    const { messages } = repair([user, ...before], { format, error: refused(param) })
    expect(messages).toMatchObject([user, ...after])
    expect(JSON.stringify(messages)).toContain(JSON.stringify(before).includes('"r"') ? 'r' : 'link')
  })

  const missed = (param: string): Error =>
    Object.assign(new Error(`Missing required parameter: '${param}'.`), { status: 400, param })

  test.each<[what: string, field: string, lacks: object, after: object]>([
    ['checks', 'pending_safety_checks', look, { ...look, pending_safety_checks: [] }],
    ['outputs', 'outputs', code, { ...code, outputs: null }],
    ['the state of a call', 'status', { ...ran, status: undefined, action: exec }, { ...ran, action: exec }],
    ['what came of an image', 'result', drawn, { ...drawn, result: null }],
  ])('costs an item that lacks %s', (_what, field, lacks, after) => {
    const reply = lacks === look ? [shot] : 'call_id' in lacks ? [gave] : []
    const list = [user, lacks, ...reply, user]
    expect(repair(list, { format }).messages).toBe(list)
    expect(repair(list, { format, error: missed(`input[1].${field}`) }).messages).toEqual([user, after, ...reply, user])
  })

  test('of no item in particular leaves one as it was', () => {
    const call = { type: 'function_call', call_id: 'c', name: 'n', arguments: '{}' }
    const list = [user, { type: 'message', role: 'assistant', content: 'b' }, user, call, gave, user]
    const error = new Error('The request failed because it is missing `input.status` parameter. Request id: 02')
    const ended = { status: 'completed' }
    const after = [
      user,
      { type: 'message', role: 'assistant', content: 'b', ...ended },
      user,
      { ...call, ...ended },
      { ...gave, ...ended },
      user,
    ]
    expect(repair(list, { format, error: Object.assign(error, { status: 400 }) }).messages).toEqual(after)
  })

  // github.com/openai/codex: `Missing required parameter: 'input[0].status'` of a backend that others do not agree with.
  test.each([
    ['first', 1],
    ['last', 3],
  ])('of one item costs those of its type an error each, or is told for others: %s', (_where, at) => {
    const call = (call_id: string): object => ({ type: 'function_call', call_id, name: 'n', arguments: '{}' })
    const list = [user, call('c'), gave, call('d'), { ...gave, call_id: 'd' }, said([])]
    const { messages } = repair(list, { format, error: missed(`input[${at}].status`) })
    const ended = { status: 'completed' }
    expect(messages).toEqual([user, { ...call('c'), ...ended }, gave, { ...call('d'), ...ended }, list[4], said([])])
  })

  // Volcengine: github.com/diegosouzapw/OmniRoute/issues/8083
  test('of a message that has no type leaves it without', () => {
    const error = new Error('The request failed because it is missing `input.type` parameter. Request id: 02')
    const { messages, ok } = repair([user, { role: 'assistant', content: 'b' }, user], {
      format,
      error: Object.assign(error, { status: 400 }),
    })
    expect(ok).toBe(true)
    const type = 'message'
    expect(messages).toEqual([
      { ...user, type },
      { role: 'assistant', content: 'b', type },
      { ...user, type },
    ])
  })
})

describe('a kind of call that a server does not know is no call of a function', () => {
  const refused = (type: string): Error =>
    Object.assign(
      new Error(
        `Invalid value: '${type}'. Supported values are: 'function_call', 'function_call_output', 'message', and 'reasoning'.`,
      ),
      { status: 400, param: 'input[1]', code: 'invalid_value' },
    )
  const call_id = 'c'
  const asked = (name: string, input: unknown): object => ({
    type: 'function_call',
    call_id,
    name,
    arguments: JSON.stringify(input),
  })
  const answered = (output: unknown): object => ({ type: 'function_call_output', call_id, output })
  const custom = { type: 'custom_tool_call', id: 'ctc_1', call_id, name: 'n', input: 'i' }

  test.each<[type: string, call: object, output: object, after: object[]]>([
    [
      'custom_tool_call',
      { ...custom, namespace: 's' },
      { type: 'custom_tool_call_output', call_id, output: 'r' },
      [{ ...asked('n', { input: 'i' }), namespace: 's' }, answered('r')],
    ],
    [
      'custom_tool_call_output',
      custom,
      { type: 'custom_tool_call_output', call_id, output: [{ type: 'input_text', text: 'r' }] },
      [asked('n', { input: 'i' }), answered([{ type: 'input_text', text: 'r' }])],
    ],
    [
      'local_shell_call',
      { ...ran, action: exec },
      { type: 'local_shell_call_output', id: call_id, output: 'r' },
      [asked('local_shell', exec), answered('r')],
    ],
    ['shell_call', shell, printed(fine), [asked('shell', { commands: ['ls'] }), answered(JSON.stringify([fine]))]],
    [
      'apply_patch_call',
      patch('update_file'),
      { type: 'apply_patch_call_output', call_id, status: 'failed', output: 'r' },
      [asked('apply_patch', { type: 'update_file', path: 'p', diff: 'd' }), answered('r')],
    ],
    [
      'apply_patch_call',
      patch('update_file'),
      { type: 'apply_patch_call_output', call_id, status: 'completed' },
      [asked('apply_patch', { type: 'update_file', path: 'p', diff: 'd' }), answered('completed')],
    ],
    [
      'computer_call',
      { ...look, pending_safety_checks: [] },
      shot,
      [asked('computer', { type: 'screenshot' }), answered([{ type: 'input_image', image_url: dot }])],
    ],
  ])('%s', (type, call, output, after) => {
    const { loss, messages, ok } = repair([user, call, output, user], { format, error: refused(type) })
    expect(ok).toBe(true)
    expect(loss).not.toBe('lossy')
    expect(messages).toMatchObject([user, ...after, user])
    expect(JSON.stringify(messages)).not.toContain(`"${type}"`)
  })

  test('and takes one of another kind along', () => {
    const other = [
      { ...shell, call_id: 'd' },
      { ...printed(fine), call_id: 'd' },
    ]
    const list = [user, custom, { type: 'custom_tool_call_output', call_id, output: 'r' }, ...other]
    const { messages } = repair(list, { format, error: refused('custom_tool_call') })
    expect(messages.slice(3)).toEqual(list.slice(3))
  })

  test('a search of the server for tools costs a refusal for each half', () => {
    const searched = {
      type: 'tool_search_call',
      execution: 'server',
      call_id: null,
      arguments: {},
      status: 'completed',
    }
    const found = { type: 'tool_search_output', execution: 'server', call_id: null, tools: [], status: 'completed' }
    const { messages } = repair([user, searched, found, said([])], { format, error: refused('tool_search_call') })
    expect(JSON.stringify(messages)).not.toContain('tool_search')
  })
})

describe('a function that a search has loaded', () => {
  const error = (name: string): Error =>
    Object.assign(
      new Error(`Missing namespace for function_call '${name}'. It does not exist in the default namespace.`),
      { status: 400, param: 'input' },
    )
  const tools = [
    { type: 'namespace', name: 'crm', tools: [{ type: 'function', name: 'orders' }] },
    { type: 'function', name: 'weather', defer_loading: true },
  ]
  const loaded = { type: 'tool_search_output', execution: 'server', call_id: null, tools, status: 'completed' }
  const call = (name: string, call_id: string): object => ({ type: 'function_call', call_id, name, arguments: '{}' })
  const list = [user, loaded, call('orders', 'c'), gave, call('weather', 'd'), { ...gave, call_id: 'd' }, user]

  test.each(['orders', 'weather'])('is called without its namespace: %s', (name) => {
    const { loss, messages } = repair(list, { format, error: error(name) })
    expect(loss).toBe('none')
    const after = list.with(2, { ...call('orders', 'c'), namespace: 'crm' })
    expect(messages).toEqual(after.with(4, { ...call('weather', 'd'), namespace: 'weather' }))
  })

  test('stays a call where nobody knows what has loaded it', () => {
    const { messages } = repair(list.toSpliced(1, 1), { format, error: error('orders') })
    expect(messages).toMatchObject([user, { role: 'assistant' }, { role: 'user' }, call('weather', 'd'), {}, user])
  })
})
