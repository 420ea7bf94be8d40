import { sentence } from '../shared/sentence.ts'
import { encryptContent } from './encrypted-content.ts'
import type { ResponsesDraft } from './draft.ts'
import { tinyPng } from '../shared/tiny-images.ts'
import type { TestItem } from './transcript.ts'

/** An assistant message in one of its legal forms. */
export function assistantMessage(draft: ResponsesDraft): TestItem {
  const { random } = draft
  const text = sentence(random)
  const typed = { type: 'message', role: 'assistant', status: 'completed' }
  return random.pick<() => TestItem>([
    () => ({ role: 'assistant', content: text }),
    () => ({ role: 'assistant', content: [{ type: 'output_text', text }] }),
    () => draft.spoken({ ...typed, content: [{ type: 'output_text', text, annotations: [], logprobs: [] }] }, 'msg'),
    () => draft.spoken({ ...typed, content: [{ type: 'refusal', refusal: 'I cannot do that.' }] }, 'msg'),
    () =>
      draft.spoken(
        { ...typed, phase: 'final_answer', content: [{ type: 'output_text', text, annotations: [] }] },
        'msg',
      ),
  ])()
}

const spokenAnswer = (draft: ResponsesDraft): void => {
  draft.add(...draft.reasoning())
  draft.add(assistantMessage(draft))
}

export function chat(draft: ResponsesDraft): void {
  const { random } = draft
  const text = sentence(random)
  draft.add(
    random.pick<TestItem>([
      { role: 'user', content: text },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
      { type: 'message', role: 'user', status: 'completed', content: [{ type: 'input_text', text }] },
    ]),
  )
  spokenAnswer(draft)
}

export function media(draft: ResponsesDraft): void {
  draft.add({
    role: 'user',
    content: [
      { type: 'input_text', text: 'Look:' },
      draft.random.pick<TestItem>([
        { type: 'input_image', detail: 'auto', image_url: `data:image/png;base64,${tinyPng().data}` },
        { type: 'input_image', detail: 'high', image_url: 'https://example.com/a.png' },
        { type: 'input_image', detail: 'low', file_id: 'file-abc' },
        { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' },
        { type: 'input_file', file_url: 'https://example.com/a.pdf' },
      ]),
    ],
  })
  spokenAnswer(draft)
}

/** Legal oddities: empty and blank texts, neighbours of one role, instructions in the middle. */
export function oddities(draft: ResponsesDraft): void {
  draft.add(
    draft.random.pick<TestItem>([
      { role: 'user', content: '' },
      { role: 'user', content: [] },
      { role: 'assistant', content: '' },
      { role: 'assistant', content: [{ type: 'output_text', text: '  ' }] },
      { role: 'developer', content: 'Be brief.' },
      { role: 'system', content: [{ type: 'input_text', text: 'Be kind. ' }] },
      { type: 'additional_tools', role: 'developer', tools: [] },
    ]),
    { role: 'user', content: 'one' },
    { role: 'user', content: 'two' },
  )
}

/** Calls of provider tools, one item each. */
export function hostedTools(draft: ResponsesDraft): void {
  const { random } = draft
  draft.add({ role: 'user', content: sentence(random) })
  draft.add(...draft.reasoning())
  const status = 'completed'
  const hosted: readonly (() => TestItem[])[] = [
    () => [draft.spoken({ type: 'web_search_call', status, action: { type: 'search', query: 'x' } }, 'ws')],
    () => [
      draft.spoken({ type: 'web_search_call', status, action: { type: 'open_page', url: 'https://e.com' } }, 'ws'),
    ],
    () => [draft.spoken({ type: 'file_search_call', status, queries: ['x'], results: null }, 'fs', true)],
    () => [
      draft.spoken(
        { type: 'code_interpreter_call', status, code: '1+1', container_id: 'cntr_1', outputs: null },
        'ci',
        true,
      ),
    ],
    () => [draft.spoken({ type: 'image_generation_call', status, result: tinyPng().data }, 'ig', true)],
    () => [draft.spoken({ type: 'mcp_list_tools', server_label: 'tracker', tools: [] }, 'mcpl', true)],
    () => [
      draft.spoken({ type: 'tool_search_call', call_id: null, execution: 'server', arguments: {} }, 'tsc'),
      draft.spoken({ type: 'tool_search_output', call_id: null, execution: 'server', tools: [] }, 'tso'),
    ],
  ]
  for (let count = 1 + random.below(2); count > 0; count -= 1) draft.add(...random.pick(hosted)())
  draft.add(...draft.reasoning())
  draft.add(assistantMessage(draft))
}

export function compaction(draft: ResponsesDraft): void {
  draft.add({ type: 'compaction', encrypted_content: encryptContent(draft.random.hex(20)) })
  draft.add({ role: 'user', content: 'Go on.' })
  spokenAnswer(draft)
}

/** Reasoning without an id may stand alone, because the server has nothing to look up. */
export function interrupted(draft: ResponsesDraft): void {
  draft.add({ role: 'user', content: 'Think.' })
  draft.add({ type: 'reasoning', summary: [], encrypted_content: encryptContent(draft.random.hex(16)) })
  draft.add({ role: 'user', content: 'Never mind.' })
  spokenAnswer(draft)
}

/** Items that the server keeps, sent by reference: a call whose output follows, a message, a reasoning item. */
export function references(draft: ResponsesDraft): void {
  const { held } = draft.transcript
  const callId = draft.callId()
  const ids = { rs: `rs_${draft.random.hex(32)}`, fc: `fc_${draft.random.hex(32)}` }
  held.items[ids.rs] = { type: 'reasoning' }
  held.items[ids.fc] = { type: 'function_call', call_id: callId, reasoning: ids.rs }
  draft.add({ role: 'user', content: 'Read it.' })
  draft.add(
    { type: 'item_reference', id: ids.rs },
    draft.random.chance(0.5) ? { id: ids.fc } : { type: 'item_reference', id: ids.fc },
  )
  draft.add({ type: 'function_call_output', call_id: callId, output: 'text' })
  spokenAnswer(draft)
}
