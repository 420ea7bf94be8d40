import { type Draft, sentence, textBlock } from './draft.ts'
import { imageBlock, searchResultBlock } from './talk-scenes.ts'
import type { TestBlock } from './transcript.ts'

type ResultContent = (draft: Draft) => Partial<TestBlock>

const resultContents: readonly ResultContent[] = [
  (draft) => ({ content: sentence(draft.random) }),
  () => ({}),
  () => ({ content: '' }),
  (draft) => ({ content: [textBlock(sentence(draft.random)), imageBlock(draft)] }),
  (draft) => ({ content: [searchResultBlock(draft)] }),
  (draft) => ({ content: sentence(draft.random), is_error: true }),
  () => ({ content: [{ type: 'tool_reference', tool_name: 'deferred_tool' }] }),
]

const inputs: readonly object[] = [{}, { path: 'a.ts' }, { nested: { list: [1, null, 'x'] }, cache_control: 'mine' }]

export function calls(draft: Draft, count: number): TestBlock[] {
  const ids = new Set<string>()
  while (ids.size < count) ids.add(draft.toolId())
  return [...ids].map((id) => ({
    type: 'tool_use',
    id,
    name: draft.random.pick(['read_file', 'run_tests', 'search']),
    input: structuredClone(draft.random.pick(inputs)),
    ...(draft.random.chance(0.2) ? { caller: { type: 'direct' } } : {}),
  }))
}

/** Results in any order, in one user message or split over several, with text after all of them. */
export function answerCalls(draft: Draft, made: readonly TestBlock[]): void {
  const results = made.map((call): TestBlock => ({
    type: 'tool_result',
    tool_use_id: call['id'],
    ...(draft.random.pick(resultContents)(draft) as object),
  }))
  if (draft.random.chance(0.3)) results.reverse()
  if (results.length > 1 && draft.random.chance(0.3)) {
    for (const result of results) draft.say('user', [result])
    return
  }
  const note = draft.random.chance(0.25) ? [textBlock('Also mind the changelog.')] : []
  draft.say('user', [...results, ...note])
}

export function toolLoop(draft: Draft): void {
  draft.say('user', sentence(draft.random))
  const rounds = 1 + draft.random.below(2)
  for (let round = 0; round < rounds; round += 1) {
    const made = calls(draft, 1 + draft.random.below(3))
    const lead = draft.random.chance(0.4) ? [textBlock('Let me look.')] : []
    draft.say('assistant', [...draft.thinking(), ...lead, ...made])
    answerCalls(draft, made)
    if (draft.model.systemMessages && draft.random.chance(0.2)) draft.say('system', 'Two minutes are left.')
  }
  draft.say('assistant', [...draft.thinking(), textBlock(sentence(draft.random))])
}

export function mcp(draft: Draft): void {
  draft.beta('mcp-client-2025-11-20')
  const id = `mcptoolu_${draft.random.hex(20)}`
  draft.say('user', sentence(draft.random))
  const listed = [{ name: 'list_issues', input_schema: { type: 'object' } }]
  const listing: TestBlock[] = draft.random.chance(0.4)
    ? [{ type: 'mcp_tool_listing', mcp_server_name: 'tracker', tools: listed }]
    : []
  draft.say('assistant', [
    ...listing,
    ...draft.thinking(false, listing),
    { type: 'mcp_tool_use', id, name: 'list_issues', server_name: 'tracker', input: { open: true } },
    { type: 'mcp_tool_result', tool_use_id: id, is_error: false, content: [textBlock('[]')] },
    textBlock('No open issues.'),
  ])
}

/** Code execution that calls a client tool: the server result comes in the next assistant turn. */
export function programmaticCall(draft: Draft): void {
  const serverId = draft.serverToolId()
  const id = `toolu_${draft.random.hex(24)}`
  draft.say('user', sentence(draft.random))
  draft.say('assistant', [
    ...draft.thinking(),
    { type: 'server_tool_use', id: serverId, name: 'code_execution', input: { code: 'await run()' } },
    {
      type: 'tool_use',
      id,
      name: 'run_tests',
      input: {},
      caller: { type: 'code_execution_20250825', tool_id: serverId },
    },
  ])
  draft.say('user', [{ type: 'tool_result', tool_use_id: id, content: 'ok' }])
  draft.say('assistant', [
    {
      type: 'code_execution_tool_result',
      tool_use_id: serverId,
      content: { type: 'code_execution_result', stdout: 'ok', stderr: '', return_code: 0, content: [] },
    },
    textBlock('It ran.'),
  ])
}
