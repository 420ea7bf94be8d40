import { expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'
import {
  asked,
  bytes,
  cited,
  code,
  done,
  dot,
  drawn,
  exec,
  fine,
  fn,
  format,
  gave,
  listed,
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
