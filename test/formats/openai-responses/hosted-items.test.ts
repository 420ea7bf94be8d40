import { describe, expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'

const format = 'openai-responses'
const user = { role: 'user', content: 'a' }
const dot = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk'
const cited = { type: 'url_citation', url: 'https://a.example', title: 'A', start_index: 0, end_index: 1 }
const said = (annotations: unknown): object => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'b', annotations }],
})
const shot = { type: 'computer_call_output', call_id: 'c', output: { type: 'computer_screenshot', image_url: dot } }
const look = { type: 'computer_call', id: 'cu_1', call_id: 'c', status: 'completed', action: { type: 'screenshot' } }
const ran = { type: 'local_shell_call', id: 'lsh_1', call_id: 'c', status: 'completed' }
const exec = { type: 'exec', command: ['ls'], env: {} }
const gave = { type: 'function_call_output', call_id: 'c', output: 'r' }
const fine = { stdout: 'r', stderr: '', outcome: { type: 'timeout' } }
const shell = { type: 'shell_call', call_id: 'c', action: { commands: ['ls'] }, status: 'completed' }
const printed = (entry: unknown): object => ({ type: 'shell_call_output', call_id: 'c', output: [entry] })
const patch = (type: string): object => ({
  type: 'apply_patch_call',
  call_id: 'c',
  operation: { type, path: 'p', diff: 'd' },
  status: 'completed',
})
const code = { type: 'code_interpreter_call', id: 'ci_1', container_id: 'cntr_1', code: 'x', status: 'completed' }
const fn = { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' }
const done = { type: 'apply_patch_call_output', call_id: 'c', status: 'completed' }
const bytes = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk'
const drawn = { type: 'image_generation_call', id: 'ig_1', status: 'completed' }
const searched = { type: 'file_search_call', id: 'fs_1', status: 'completed', queries: ['q'] }
const listed = { type: 'mcp_list_tools', id: 'mcpl_1', server_label: 'l' }
const asked = { type: 'mcp_approval_request', name: 'w', server_label: 'l', arguments: '{}' }

test.each<[what: string, before: object[], after: object[]]>([
  [
    'a page that was opened is taken for a search',
    [{ type: 'web_search_call', id: 'ws_1', status: 'success', action: { url: 'https://a.example' } }],
    [{ status: 'completed', action: { type: 'open_page', url: 'https://a.example' } }],
  ],
  [
    'what was looked for in a page is taken for a search',
    [{ type: 'web_search_call', id: 'ws_1', status: 'error', action: { url: 'https://a.example', pattern: 'p' } }],
    [{ status: 'failed', action: { type: 'find_in_page', url: 'https://a.example', pattern: 'p' } }],
  ],
  [
    'tools that a search has found are text',
    [{ type: 'tool_search_output', call_id: null, tools: '[]' }],
    [{ tools: [] }],
  ],
  ['an image in a list is gone', [{ ...drawn, result: [bytes] }], [{ ...drawn, result: bytes }]],
  ['an image under a name is gone', [{ ...drawn, result: { b64_json: bytes } }], [{ ...drawn, result: bytes }]],
  [
    'what was found, in wraps, is gone',
    [{ ...searched, results: { data: [{ file_id: 'f', text: 'Found.' }] } }],
    [{ ...searched, results: [{ file_id: 'f', text: 'Found.' }] }],
  ],
  [
    'what was found, and nobody can read, is gone',
    [{ ...searched, results: ['Found.', { score: 1 }] }],
    [{ ...searched, results: [{ text: '["Found.",{"score":1}]' }] }],
  ],
  ['an image is none', [{ ...drawn, result: 7 }], [{ ...drawn, result: null }]],
  [
    'a source without its address is cited',
    [said([{ ...cited, url: null }, cited])],
    [{ content: [{ annotations: [cited] }] }],
  ],
  ['a list of citations holds null', [said([null, cited])], [{ content: [{ annotations: [cited] }] }]],
  ['a state is a program of its own', [{ ...searched, status: 'done' }], [searched]],
  ['a shell has failed', [{ ...ran, action: exec, status: 'failed' }, gave], [{ ...ran, status: 'incomplete' }, gave]],
  [
    'a computer was cancelled',
    [{ ...look, pending_safety_checks: [], status: 'cancelled' }, shot],
    [{ ...look, status: 'incomplete' }, shot],
  ],
  ['a shell is done', [{ ...ran, action: exec, status: 'done' }, gave], [ran, gave]],
  ['queries are stored as JSON', [{ ...searched, queries: '["q"]' }], [searched]],
  [
    'checks are stored as JSON',
    [{ ...look, pending_safety_checks: '[]' }, shot],
    [{ pending_safety_checks: [] }, shot],
  ],
  [
    'a screenshot has lost its type',
    [
      { ...look, pending_safety_checks: [] },
      { ...shot, output: { image_url: dot } },
    ],
    [{}, shot],
  ],
  [
    'what code has printed is a text',
    [{ ...code, outputs: [{ type: 'text', text: 'r' }] }],
    [{ outputs: [{ type: 'logs', logs: 'r' }] }],
  ],
  ...[
    ['', dot.slice(dot.indexOf(',') + 1)],
    [', behind half of it', dot.replace('data:', '')],
  ].map(([where, image_url]): [string, object[], object[]] => [
    `an image has lost the head of its address${String(where)}`,
    [{ role: 'user', content: [{ type: 'input_image', image_url }] }],
    [{ content: [{ type: 'input_image', image_url: dot }] }],
  ]),
  [
    'a file has lost the head of its bytes',
    [{ role: 'user', content: [{ type: 'input_file', filename: 'f', file_data: 'JVBERi0xLjQK' }] }],
    [{ content: [{ file_data: 'data:application/pdf;base64,JVBERi0xLjQK' }] }],
  ],
  ['logs have lost their type', [{ ...code, outputs: [{ logs: 'r' }] }], [{ outputs: [{ type: 'logs', logs: 'r' }] }]],
  ['an action is stored as JSON', [{ ...ran, action: JSON.stringify(exec) }, gave], [{ ...ran, action: exec }, gave]],
  [
    'a tool of a server has no schema',
    [{ ...listed, tools: [{ name: 't' }] }],
    [{ tools: [{ name: 't', input_schema: { type: 'object' } }] }],
  ],
  ...[
    ['is a word', { outcome: 'timeout' }, { type: 'timeout' }],
    ['stands beside the output', { exit_code: 2 }, { type: 'exit', exit_code: 2 }],
    ['is a text without its type', { outcome: { exit_code: '3' } }, { type: 'exit', exit_code: 3 }],
    ['is a number alone', { outcome: 4 }, { type: 'exit', exit_code: 4 }],
    ['shows in what was printed only', { outcome: 'exit', stdout: '', stderr: 'r' }, { type: 'exit', exit_code: 1 }],
    ['is not told', { stderr: 'w' }, { type: 'exit', exit_code: 0 }],
  ].map(([what, held, outcome]): [string, object[], object[]] => [
    `how a command ended ${String(what)}`,
    [shell, printed({ stdout: 'r', stderr: '', ...(held as object) })],
    [shell, { output: [{ outcome }] }],
  ]),
  ['what a command printed is a text alone', [shell, printed('r')], [shell, { output: [{ stdout: 'r' }] }]],
  [
    'a shell has one command, as a local one',
    [{ ...shell, action: { command: ['ls', '-l'], timeout_ms: 1 } }, printed(fine)],
    [{ action: { commands: ['ls -l'], timeout_ms: 1 } }, printed(fine)],
  ],
  ['commands are a text', [{ ...shell, action: { commands: 'ls' } }, printed(fine)], [shell, printed(fine)]],
  ['a command is a text', [{ ...ran, action: { ...exec, command: 'ls' } }, gave], [{ ...ran, action: exec }, gave]],
  [
    'a patch adds a file',
    [patch('add'), { type: 'apply_patch_call_output', call_id: 'c', status: 'completed' }],
    [patch('create_file'), {}],
  ],
  [
    'a patch does what none can',
    [patch('rename_file'), { type: 'apply_patch_call_output', call_id: 'c', status: 'completed', output: 'r' }],
    [{ role: 'assistant' }, { role: 'user' }],
  ],
  [
    'thoughts are a text',
    [{ type: 'reasoning', id: 'rs_1', summary: [], content: 'r' }, said([])],
    [{ content: [{ type: 'reasoning_text', text: 'r' }] }, said([])],
  ],
  ['a phase is a channel', [{ ...said([]), phase: 'final' }], [{ ...said([]), phase: 'final_answer' }]],
  [
    'a search for tools has lost what it asked, and what it found',
    [
      { type: 'tool_search_call', execution: 'server', call_id: null, status: 'completed' },
      { type: 'tool_search_output', execution: 'server', call_id: null, status: 'completed' },
    ],
    [{ arguments: {} }, { tools: [] }],
  ],
  ...[
    ['', [{ ...shot, acknowledged_safety_checks: [{ id: 'sc_2' }] }], [{ role: 'user' }]],
    [' that has no answer', [], []],
  ].map(([what, answer, told]): [string, object[], object[]] => [
    `nobody has acknowledged a check of a call${String(what)}`,
    [{ ...look, pending_safety_checks: [{ id: 'sc_1' }, { id: 'sc_2' }] }, ...(answer as object[])],
    [{ role: 'assistant' }, ...(told as object[])],
  ]),
  ['a phase is none', [{ ...said([]), phase: 'analysis' }], [said([])]],
  [
    'the id that an approval names has a point',
    [
      { ...asked, id: 'mcpr.1' },
      { type: 'mcp_approval_response', approval_request_id: 'mcpr.1', approve: true },
    ],
    [
      { id: expect.stringMatching(/^mcpr_1\w*$/) as unknown },
      { approval_request_id: expect.stringMatching(/^mcpr_1\w*$/) as unknown },
    ],
  ],
])('%s', (_what, before, after) => {
  const { loss, messages, ok } = repair([user, ...before, user], { format })
  expect(ok).toBe(true)
  expect(loss).not.toBe('lossy')
  expect(messages).toMatchObject([user, ...after, user])
  expect(repair(messages, { format }).messages).toBe(messages)
})

const searchedWeb = { type: 'web_search_call', id: 'ws_1', status: 'completed' }
const written = { type: 'custom_tool_call', call_id: 'c', name: 'f', input: 'i' }
const wrote = { type: 'custom_tool_call_output', call_id: 'c', output: 'r' }
const shows = (detail: unknown): object => ({
  role: 'user',
  content: [{ type: 'input_image', detail, image_url: dot }],
})

/** Whole, for what has to go is not told by what is there. */
test.each<[what: string, before: object[], after: object[]]>([
  [
    'what a search wanted is null',
    [{ ...searchedWeb, action: { type: 'search', query: null, queries: 'q', sources: null } }],
    [{ ...searchedWeb, action: { type: 'search', queries: ['q'] } }],
  ],
  [
    'a deletion writes null',
    [{ ...patch('delete_file'), operation: { type: 'delete_file', path: 'p', diff: null } }, done],
    [{ ...patch('delete_file'), operation: { type: 'delete_file', path: 'p' } }, done],
  ],
  ['a namespace is null', [{ ...fn, namespace: null }, gave], [fn, gave]],
  [
    'an output needs a namespace',
    [
      { ...fn, namespace: null },
      { ...gave, namespace: null },
    ],
    [fn, { ...gave, namespace: null }],
  ],
  ['a click is null', [{ ...look, action: null }, shot], [{ ...look, action: undefined }, shot]],
  [
    'a state is a word of its program',
    [
      { ...shell, status: 'success' },
      { ...printed(fine), status: 'success' },
    ],
    [{ ...shell, status: undefined }, printed(fine)],
  ],
  [
    'a state of a free call is null',
    [
      { ...written, status: null },
      { ...wrote, status: 'success' },
    ],
    [written, wrote],
  ],
  [
    'a command has no environment',
    [{ ...ran, action: { ...exec, env: null } }, gave],
    [{ ...ran, action: exec }, gave],
  ],
  ['how closely to look is null', [shows(null)], [shows('auto')]],
])('%s, and stays so', (_what, before, after) => {
  const { loss, messages } = repair([user, ...before, user], { format })
  expect(messages).toEqual([user, ...after, user])
  expect(loss).not.toBe('lossy')
})

test('a user has a phase', () => {
  const { loss, messages } = repair([{ ...user, phase: 'final_answer' }, said([]), user], { format })
  expect(loss).toBe('none')
  expect(messages).toEqual([user, said([]), user])
})

test('a check that somebody has acknowledged is one that nobody has, or one that may be answered yet', () => {
  const checked = { ...look, pending_safety_checks: [{ id: 'sc_1' }] }
  const list = [user, checked, { ...shot, acknowledged_safety_checks: [{ id: 'sc_1' }] }, user]
  expect(repair(list, { format }).messages).toBe(list)
  const open = [user, checked]
  expect(repair(open, { format, purpose: 'stored' }).messages).toBe(open)
})

test.each([
  'https://a.example/b',
  dot.replace('png', 'jpg'),
  dot.replace('image/', 'IMAGE/'),
  'data:text/plain;base64,YQ==',
])('an address is taken for bytes without a head: %s', (file_url) => {
  const part = { type: 'input_file', filename: 'f', file_data: file_url, file_url }
  const { messages } = repair([{ role: 'user', content: [part] }, said([]), user], { format })
  expect(JSON.stringify(messages)).toContain(JSON.stringify(file_url))
})

test('what an item does not tell is told for it', () => {
  const list = [user, look, shot, code, { ...listed, tools: [] }, { ...searched, status: undefined }, user]
  expect(repair(list, { format }).messages).toBe(list)
})

test.each([
  ['told', { exit_code: 2 }, 'none'],
  ["in nobody's words", {}, 'synthesised'],
])('a repair makes up how a command ended, and says so of none, or of each: %s', (_what, held, loss) => {
  const output = [{ stdout: 'r', stderr: '', ...held }]
  const list = [user, shell, { type: 'shell_call_output', call_id: 'c', output }, user]
  expect(repair(list, { format })).toMatchObject({ changed: true, loss })
})

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
