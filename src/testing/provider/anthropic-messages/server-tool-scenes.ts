import { type Draft, sentence, textBlock } from './draft.ts'
import type { TestBlock } from './transcript.ts'

type ServerTool = { name: string; result: string; input: object; content: (draft: Draft) => unknown }

const url = (draft: Draft): string => `https://example.com/${draft.random.hex(6)}`

const ran = (type: string): object => ({ type, stdout: 'done\n', stderr: '', return_code: 0, content: [] })

/** Every server tool with a typed result of its own; contents after the SDK's types. */
const serverTools: readonly ServerTool[] = [
  {
    name: 'web_search',
    result: 'web_search_tool_result',
    input: { query: 'weather' },
    content: (draft) => {
      const address = url(draft)
      const encrypted = draft.seal({ kind: 'search', content: address })
      return [{ type: 'web_search_result', title: 'Page', url: address, encrypted_content: encrypted, page_age: null }]
    },
  },
  {
    name: 'web_search',
    result: 'web_search_tool_result',
    input: { query: 'x' },
    content: () => ({ type: 'web_search_tool_result_error', error_code: 'unavailable' }),
  },
  {
    name: 'web_fetch',
    result: 'web_fetch_tool_result',
    input: { url: 'https://example.com' },
    content: () => ({
      type: 'web_fetch_result',
      url: 'https://example.com',
      retrieved_at: null,
      content: { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'page' } },
    }),
  },
  {
    name: 'code_execution',
    result: 'code_execution_tool_result',
    input: { code: 'print(1)' },
    content: () => ran('code_execution_result'),
  },
  {
    name: 'code_execution',
    result: 'code_execution_tool_result',
    input: { code: 'print(2)' },
    content: (draft) => ({
      type: 'encrypted_code_execution_result',
      encrypted_stdout: draft.seal({ kind: 'stdout', content: 'x' }),
      stderr: '',
      return_code: 0,
      content: [],
    }),
  },
  {
    name: 'bash_code_execution',
    result: 'bash_code_execution_tool_result',
    input: { command: 'ls' },
    content: () => ran('bash_code_execution_result'),
  },
  {
    name: 'text_editor_code_execution',
    result: 'text_editor_code_execution_tool_result',
    input: { command: 'view', path: '/a' },
    content: () => ({
      type: 'text_editor_code_execution_view_result',
      content: 'a',
      file_type: 'text',
      num_lines: 1,
      start_line: 1,
      total_lines: 1,
    }),
  },
  {
    name: 'text_editor_code_execution',
    result: 'text_editor_code_execution_tool_result',
    input: { command: 'create', path: '/b' },
    content: () => ({ type: 'text_editor_code_execution_create_result', is_file_update: false }),
  },
  {
    name: 'tool_search_tool_regex',
    result: 'tool_search_tool_result',
    input: { pattern: 'deferred' },
    content: () => ({
      type: 'tool_search_tool_search_result',
      tool_references: [{ type: 'tool_reference', tool_name: 'deferred_tool' }],
    }),
  },
  {
    name: 'advisor',
    result: 'advisor_tool_result',
    input: {},
    content: (draft) => ({
      type: 'advisor_redacted_result',
      encrypted_content: draft.seal({ kind: 'advisor', content: '' }),
      stop_reason: 'end_turn',
    }),
  },
]

export function serverPair(draft: Draft): [TestBlock, TestBlock] {
  const tool = draft.random.pick(serverTools)
  const id = draft.serverToolId()
  return [
    { type: 'server_tool_use', id, name: tool.name, input: { ...tool.input } },
    { type: tool.result, tool_use_id: id, content: tool.content(draft) },
  ]
}

export function serverTool(draft: Draft): void {
  draft.say('user', sentence(draft.random))
  const pairs = Array.from({ length: 1 + draft.random.below(2) }, () => serverPair(draft)).flat()
  const led = [...draft.thinking(), ...pairs]
  // Thinking between server tools, in a message that thinking leads.
  const between = led[0] !== pairs[0] && draft.random.chance(0.4) ? draft.thinking(false, led) : []
  draft.say('assistant', [...led, ...between, textBlock(sentence(draft.random))])
}

export function citedSearch(draft: Draft): void {
  const address = url(draft)
  const id = draft.serverToolId()
  const encrypted = draft.seal({ kind: 'search', content: address })
  const index = draft.seal({ kind: 'citation', content: address })
  draft.say('user', 'Look it up.')
  draft.say('assistant', [
    ...draft.thinking(),
    { type: 'server_tool_use', id, name: 'web_search', input: { query: 'it' } },
    {
      type: 'web_search_tool_result',
      tool_use_id: id,
      content: [{ type: 'web_search_result', title: 'It', url: address, encrypted_content: encrypted }],
    },
    {
      ...textBlock('Found.'),
      citations: [
        { type: 'web_search_result_location', url: address, title: 'It', cited_text: 'it', encrypted_index: index },
      ],
    },
  ])
}
