import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { repair } from '../../src/index.ts'
import { isRecord } from '../../src/json/is-record.ts'

/** How a format writes a call, a result and what a person says. */
interface Written {
  readonly format: 'openai-chat' | 'langchain' | 'ai-sdk' | 'anthropic-messages' | 'openai-responses'
  readonly request?: Record<string, unknown>
  call(id: string, q: number): unknown
  result(id: string, said: string): unknown
}

const hi = { role: 'user', content: 'a' }
const chat: Written = {
  format: 'openai-chat',
  call: (id, q) => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: JSON.stringify({ q }) } }],
  }),
  result: (tool_call_id, content) => ({ role: 'tool', tool_call_id, content }),
}
const langchain = (provider: string): Written => ({
  format: 'langchain',
  request: { provider },
  call: (id, q) => ({ type: 'ai', content: '', tool_calls: [{ id, name: 'f', args: { q }, type: 'tool_call' }] }),
  result: (tool_call_id, content) => ({ type: 'tool', tool_call_id, content, name: 'f' }),
})
const aiSdk: Written = {
  format: 'ai-sdk',
  call: (toolCallId, q) => ({
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId, toolName: 'f', input: { q } }],
  }),
  result: (toolCallId, value) => ({
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId, toolName: 'f', output: { type: 'text', value } }],
  }),
}
const claude: Written = {
  format: 'anthropic-messages',
  call: (id, q) => ({ role: 'assistant', content: [{ type: 'tool_use', id, name: 'f', input: { q } }] }),
  result: (tool_use_id, content) => ({ role: 'user', content: [{ type: 'tool_result', tool_use_id, content }] }),
}
const responses: Written = {
  format: 'openai-responses',
  call: (call_id, q) => ({ type: 'function_call', call_id, name: 'f', arguments: JSON.stringify({ q }) }),
  result: (call_id, output) => ({ type: 'function_call_output', call_id, output }),
}

const all: readonly [string, Written][] = [
  ['openai-chat', chat],
  ['langchain over Anthropic', langchain('anthropic')],
  ['langchain over OpenAI', langchain('openai')],
  ['ai-sdk', aiSdk],
  ['anthropic-messages', claude],
  ['openai-responses', responses],
]

const idFields = ['toolCallId', 'tool_use_id', 'tool_call_id', 'call_id', 'id']
const idIn = (raw: Record<string, unknown>): unknown =>
  idFields.map((field) => raw[field]).find((id) => id !== undefined)

/** What each call got, as the APIs pair: by the id, and of two calls of one id the last one before the result. */
function answersOf(messages: readonly unknown[]): readonly [q: unknown, said: unknown][] {
  const asked = new Map<unknown, unknown>()
  const answers: [q: unknown, said: unknown][] = []
  const read = (value: unknown, id?: unknown): void => {
    if (Array.isArray(value)) return value.forEach((item) => read(item, id))
    if (!isRecord(value)) return
    const own = idIn(value) ?? id
    const { args, arguments: text, content, function: called, input, output } = value
    const given = input ?? args ?? text
    const said = isRecord(output) ? output['value'] : (output ?? content)
    if (isRecord(called)) read(called, own)
    else if (given !== undefined) asked.set(own, (typeof given === 'string' ? JSON.parse(given) : given).q)
    else if (own !== undefined && typeof said === 'string') answers.push([asked.get(own), said])
    read(content, own)
    read(value['tool_calls'])
  }
  read(messages)
  return answers
}

const people = (written: Written): unknown => (written.format === 'langchain' ? { type: 'human', content: 'a' } : hi)

describe.each(all)('%s', (_, written) => {
  const repaired = (list: readonly unknown[]) =>
    repair(list as never, { format: written.format, ...(written.request && { request: written.request }) })

  test('a call loses its result to a neighbour of its id', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 2 }),
        fc.boolean(),
        (count, other, isLast) => {
          const human = people(written)
          const calls = Array.from({ length: count }, (__, q) => written.call('c', q))
          const between = Array.from({ length: other }, (__, q) => written.call(`d${q}`, 10 + q))
          const results = Array.from({ length: count }, (__, q) => written.result('c', `r${q}`))
          const rest = Array.from({ length: other }, (__, q) => written.result(`d${q}`, `r${10 + q}`))
          const list = [human, ...between, ...calls, ...rest, ...results, ...(isLast ? [] : [human])]
          const { loss, messages, ok } = repaired(list)
          expect(ok).toBe(true)
          expect(loss).toBe('none')
          const answers = answersOf(messages)
          expect(answers).toHaveLength(count + other)
          for (const [q, said] of answers) expect(said).toBe(`r${String(q)}`)
          expect(repaired(messages).messages).toBe(messages)
        },
      ),
    )
  })

  test('the same result once more, or one more than there are calls, is given to another call', () => {
    const human = people(written)
    const pair = [written.call('c', 0), written.call('c', 1)]
    const twice = repaired([human, ...pair, written.result('c', 'r'), written.result('c', 'r'), human])
    expect(twice.ok).toBe(true)
    const three = ['r0', 'r1', 'r2'].map((said) => written.result('c', said))
    const more = repaired([human, ...pair, ...three, human])
    expect(answersOf(more.messages)).toEqual([
      [0, 'r0'],
      [1, 'r1'],
    ])
    expect(JSON.stringify(more.messages)).toContain('r2')
  })

  test('what a repair has put there is shared out like a result, before the real one', () => {
    const human = people(written)
    const calls = [written.call('c', 0), written.call('c', 1)]
    const [[, put]] = answersOf(repaired([human, calls[0], human]).messages) as [[unknown, string]]
    const { messages } = repaired([human, ...calls, written.result('c', put), written.result('c', 'r'), human])
    expect(answersOf(messages).filter(([, said]) => said === 'r')).toEqual([[1, 'r']])
  })
})
