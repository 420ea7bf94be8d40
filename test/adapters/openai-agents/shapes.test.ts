import { describe, expect, test } from 'vitest'
import { HeardEvents, type StreamEvent } from '../../../src/adapters/openai-agents/heard-events.ts'
import { fromResponses, toResponses } from '../../../src/adapters/openai-agents/protocol-items.ts'
import { repairItems } from '../../../src/adapters/openai-agents/repair-items.ts'
import type { RecoveryReport } from '../../../src/recovery/recovery-report.ts'
import { resolveItemOptions } from '../../../src/adapters/openai-agents/agents-options.ts'
import { createMemoryStore } from '../../../src/storage/memory/create-memory-store.ts'

describe('the OpenAI Agents SDK', () => {
  const call = { type: 'function_call', callId: 'c', name: 'n', arguments: '{}' }
  test.each<[item: unknown, wire: unknown]>([
    ['text', 'text'],
    [
      { role: 'user', content: 'a' },
      { role: 'user', content: 'a', type: 'message' },
    ],
    [call, { type: 'function_call', call_id: 'c', name: 'n', arguments: '{}' }],
    [
      { type: 'function_call_result', callId: 'c', name: 'n', output: { type: 'text', text: 'a' } },
      { type: 'function_call_output', call_id: 'c', output: 'a' },
    ],
    [
      { type: 'function_call_result', callId: 'c', output: 'a' },
      { type: 'function_call_output', call_id: 'c', output: 'a' },
    ],
    [
      { type: 'function_call_result', callId: 'c', output: { type: 'later' } },
      { type: 'function_call_output', call_id: 'c', output: [{ type: 'later' }] },
    ],
    [
      { type: 'computer_call_result', callId: 'c' },
      { type: 'computer_call_output', call_id: 'c' },
    ],
    [
      { type: 'reasoning', content: [{ type: 'input_text', text: 'a' }, 1], providerData: { encrypted_content: 's' } },
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'a' }], encrypted_content: 's' },
    ],
    [{ type: 'hosted_tool_call', name: 'n', providerData: { type: 'web_search_call' } }, { type: 'web_search_call' }],
  ])('the item %j means something else', (item, wire) => {
    const [made] = toResponses([item])
    expect(made).toStrictEqual(wire)
    expect(toResponses([item])[0]).toBe(made)
    expect(fromResponses([made])[0]).toBe(item)
  })

  test.each<[items: readonly unknown[], own: unknown]>([
    [['text'], 'text'],
    [[{ role: 'user', content: 'a' }], { role: 'user', content: 'a', type: 'message' }],
    [
      [{ type: 'message', role: 'assistant', content: 'a' }],
      { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'a' }] },
    ],
    [
      [{ type: 'message', role: 'assistant', status: 'incomplete', content: [1] }],
      { type: 'message', role: 'assistant', status: 'incomplete', content: [1] },
    ],
    [
      [
        { type: 'function_call_output', call_id: 'c', output: 'a' },
        { type: 'function_call', call_id: 'c', name: 'n' },
      ],
      { type: 'function_call_result', callId: 'c', name: 'n', status: 'completed', output: 'a' },
    ],
    [
      [{ type: 'function_call_output', call_id: 'c', status: 'incomplete' }],
      { type: 'function_call_result', callId: 'c', name: 'unknown', status: 'incomplete' },
    ],
    [[{ type: 'computer_call_output', call_id: 'c' }], { type: 'computer_call_result', callId: 'c' }],
    [
      [{ type: 'reasoning', summary: [{ type: 'summary_text', text: 'a' }, 1], encrypted_content: 's' }],
      { type: 'reasoning', content: [{ type: 'input_text', text: 'a' }], providerData: { encrypted_content: 's' } },
    ],
    [[{ type: 'reasoning', summary: 1 }], { type: 'reasoning', content: [] }],
  ])('what a repair writes, %j, is another item', (items, own) => {
    expect(fromResponses(items)[0]).toStrictEqual(own)
  })

  const done = (item: unknown, type = 'response.output_item.done'): object => ({ type: 'model', event: { type, item } })
  const word = (delta: string): object => ({ type: 'output_text_delta', delta })
  const begun = (text: string): object => ({
    type: 'message',
    role: 'assistant',
    status: 'incomplete',
    content: [{ type: 'output_text', text }],
  })
  test.each<[events: readonly object[], answer: object]>([
    [[], { messages: [], complete: false }],
    [[word('a'), word('b')], { messages: [begun('ab')], complete: false }],
    [
      [word('a'), done({ type: 'message' }), word('b')],
      { messages: [{ type: 'message' }, begun('b')], complete: false },
    ],
    [
      [word('a'), done({ type: 'function_call' })],
      { messages: [{ type: 'function_call' }, begun('a')], complete: false },
    ],
    [
      [done(1), done({}, 'response.output_item.added'), { type: 'model', event: 1 }, { type: 'later' }],
      { messages: [], complete: false },
    ],
    [
      [word('a'), { type: 'response_done', response: { id: 'r', output: [call] } }],
      { messages: toResponses([call]), complete: true, responseID: 'r' },
    ],
    [
      [
        { type: 'model', event: 1 },
        { type: 'response_done', response: { output: [] } },
      ],
      { messages: [], complete: true },
    ],
    // So the SDK ends a stream of Chat Completions that stops before its first chunk.
    [[{ type: 'response_done', response: { output: [] } }], { messages: [], complete: false }],
  ])('row %$: an answer that is under way is another one', (events, answer) => {
    const heard = new HeardEvents()
    for (const event of events) heard.add(event as StreamEvent)
    expect([heard.answer(), heard.count]).toStrictEqual([answer, events.length])
  })
})

describe('the items of the OpenAI Agents SDK', () => {
  const asked = { type: 'function_call', callId: 'c', name: 'n', arguments: '{}' }
  const given = { type: 'function_call_result', callId: 'c', name: 'n', output: 'a' }
  const ask = { role: 'user', content: 'a' }
  const cause = new Error('no name')
  test.each<[items: object[], options: object, told: string[], isChanged: boolean]>([
    [[ask, asked], {}, ['recovered'], true],
    [[ask, asked], { mode: 'observe' }, ['observed'], false],
    [[ask, asked, given], {}, [], false],
    [[ask, given], {}, [], false],
    [[ask, { type: 'computer_call_output', callId: 'c' }], {}, [], false],
    // One call is here: then the others are, too.
    [[ask, asked, given, { ...given, callId: 'other' }], {}, ['recovered'], true],
    [[ask, { type: 'function_call_output_text' }, asked], {}, ['recovered'], true],
    [
      [ask, asked],
      {
        session: () => {
          throw cause
        },
      },
      ['failed'],
      false,
    ],
    [
      [ask, asked],
      { session: 's', store: { ...createMemoryStore(), parts: { list: () => Promise.reject(cause) } } },
      ['failed', 'recovered'],
      true,
    ],
  ])('row %$: are repaired otherwise, or nobody learns what broke (I10)', async (items, options, told, isChanged) => {
    const reports: RecoveryReport[] = []
    const onRepair = (report: RecoveryReport): void => void reports.push(report)
    const repaired = await repairItems(items as never, resolveItemOptions({ ...options, onRepair }))
    expect([reports.map(({ outcome }) => outcome), repaired !== (items as unknown)]).toEqual([told, isChanged])
    for (const report of reports) expect(report.cause).toBe(report.outcome === 'failed' ? cause : undefined)
  })
})
