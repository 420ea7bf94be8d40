import { describe, expect, test } from 'vitest'
import { diagnose, repair } from '../../../src/index.ts'
import { generateModelMessages } from '../../../src/testing/provider/ai-sdk/generate-model-messages.ts'
import { judgeModelMessages } from '../../../src/testing/provider/ai-sdk/judge-model-messages.ts'
import { modelMessageCorruptions } from '../../../src/testing/provider/ai-sdk/model-message-corruptions.ts'
import { copyData } from '../../../src/testing/provider/shared/copy-data.ts'
import type { JsonRecord } from '../../../src/testing/provider/shared/records.ts'
import { seeds } from '../../seeds.ts'
import { damagedCasesOf } from '../damaged-cases.ts'
import { askAiAboutModelMessages } from './ask-ai.ts'

const format = 'ai-sdk'
const shown = (value: unknown): string => JSON.stringify(value, null, 1)

describe('healthy ModelMessages', () => {
  test('are refused by the judge, or changed by a repair (I1)', () => {
    for (const seed of seeds(40)) {
      const messages = generateModelMessages({ seed })
      expect(`${seed} ${judgeModelMessages(messages)}`).toBe(`${seed} null`)
      const result = repair(messages, { format })
      expect(`${seed} ${shown(result.faults)}`).toBe(`${seed} []`)
      expect(result.messages).toBe(messages)
    }
  })

  test('are refused by the real `ai` package', async () => {
    for (const seed of seeds(30))
      expect(`${seed} ${await askAiAboutModelMessages(generateModelMessages({ seed }))}`).toBe(`${seed} null`)
  })
})

const casesOf = damagedCasesOf(
  (seed) => generateModelMessages({ seed }),
  (damaged) => judgeModelMessages(damaged) !== null,
)

test.each([
  { openai: 'file_1' },
  { type: 'reference', reference: { openai: 'file_1' } },
  { type: 'text', text: 'x' },
  { type: 'url', url: new URL('https://a.example/b.png') },
  { type: 'data', data: new Uint8Array([1]) },
  new Uint8Array([1]),
])('a file that the schema takes is taken for none: %o', (data) => {
  const list = [{ role: 'user', content: [{ type: 'file', mediaType: 'image/png', data }] }]
  expect(repair(list, { format: 'ai-sdk' }).messages).toBe(list)
})

describe.each(modelMessageCorruptions)('the corruption $name', (kind) => {
  const damaged = casesOf(kind, 3)

  test('is never repaired, or not accepted afterwards (I3)', () => {
    expect(damaged.length).toBeGreaterThan(0)
    for (const { damaged: copy, label } of damaged) {
      const before = copyData(copy)
      const result = repair(copy, { format })
      expect(`${label} ${judgeModelMessages(result.messages)}`).toBe(`${label} null`)
      expect(result.loss).not.toBe('lossy')
      expect(copy).toEqual(before)
      const again = repair(result.messages, { format })
      expect(again.changed).toBe(false)
      expect(repair(copyData(copy), { format }).messages).toEqual(result.messages)
      expect(lostTexts(copy, result.messages)).toEqual([])
      const edited = new Set(result.edits.map((edit) => edit.index))
      // I6: what has no edit keeps its identity.
      expect(copy.filter((message, index) => !edited.has(index) && !result.messages.includes(message))).toEqual([])
    }
  })

  test('is refused by the real `ai` package after the repair', async () => {
    for (const { damaged: copy, label } of damaged.filter((_, index) => index % 3 === 0)) {
      const { messages } = repair(copy, { format })
      expect(`${label} ${await askAiAboutModelMessages(messages)}`).toBe(`${label} null`)
    }
  })
})

/** Texts of people and models that are gone (I4). */
function lostTexts(before: readonly JsonRecord[], after: readonly unknown[]): string[] {
  const all = JSON.stringify(after)
  const lost: string[] = []
  for (const { content, role } of before) {
    if (typeof content === 'string' && content !== '' && role !== 'tool') lost.push(content)
    for (const part of Array.isArray(content) ? content : [])
      if (typeof part?.text === 'string' && part.text !== '') lost.push(part.text)
  }
  return lost.filter((text) => !all.includes(JSON.stringify(text.toWellFormed()).slice(1, -1)))
}

describe('ModelMessages', () => {
  test('leave a call open whose approval came behind another prompt', async () => {
    const call = { type: 'tool-call', toolCallId: 'call_1', toolName: 'search', input: {} }
    const asked = { type: 'tool-approval-request', approvalId: 'approval_1', toolCallId: 'call_1' }
    const given = { type: 'tool-approval-response', approvalId: 'approval_1', approved: true }
    const waiting = [
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: [call, asked] },
    ]
    const approval = { role: 'tool', content: [given] }
    const inTime = [...waiting, approval]
    expect(repair(inTime, { format }).messages).toBe(inTime)
    const late = [...waiting, { role: 'user', content: 'And?' }, approval]
    expect(await askAiAboutModelMessages(late)).toMatch(/Tool results? (?:is|are) missing/)
    const { faults, messages } = repair(late, { format })
    expect(faults.map(({ type }) => type)).toEqual(['tool_result_missing'])
    expect(await askAiAboutModelMessages(messages)).toBeNull()
    const twice = [...inTime, ...inTime.slice(1)]
    expect(judgeModelMessages(twice)).not.toBeNull()
    expect(judgeModelMessages(repair(twice, { format }).messages)).toBeNull()
  })

  const ask = { role: 'user', content: 'Go.' }
  const call = { type: 'tool-call', toolCallId: 'a', toolName: 'run', input: {} }

  test('get a placeholder although the real result is known', () => {
    const evidence = { resultOf: () => ({ status: 'completed' as const, output: 'real' }) }
    const { messages, loss } = repair([ask, { role: 'assistant', content: [call] }], { format, evidence })
    expect(messages[2]).toEqual({
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'run', output: { type: 'text', value: 'real' } }],
    })
    expect(loss).toBe('none')
  })

  test('have results behind another answer that nothing moves, although the provider has refused them there', async () => {
    const answer = (id: string): object => ({ role: 'assistant', content: [{ ...call, toolCallId: id }] })
    const real = (id: string): object => {
      const output = { type: 'text', value: id }
      return { type: 'tool-result', toolCallId: id, toolName: 'run', output }
    }
    const waiting = [ask, answer('a'), answer('b'), { role: 'tool', content: [real('a'), real('b')] }]
    expect(await askAiAboutModelMessages(waiting)).toBeNull()
    expect(repair(waiting, { format }).messages).toBe(waiting)
    const error = `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.`
    const { loss, messages } = repair(waiting, { format, error })
    expect(messages).toEqual([
      ask,
      answer('a'),
      { role: 'tool', content: [real('a')] },
      answer('b'),
      { role: 'tool', content: [real('b')] },
    ])
    expect(loss).toBe('none')
  })

  test('close a live call in a store', () => {
    expect(diagnose([ask, { role: 'assistant', content: [call] }], { format, purpose: 'stored' }).ok).toBe(true)
  })

  test('lose to a synthetic result that came first (I5)', () => {
    const broken = repair([ask, { role: 'assistant', content: [call] }], { format }).messages
    const real = { type: 'tool-result', toolCallId: 'a', toolName: 'run', output: { type: 'text', value: 'late' } }
    const { messages } = repair([...broken, ask, { role: 'tool', content: [real] }], { format })
    expect(messages[2]).toEqual({ role: 'tool', content: [real] })
    expect(JSON.stringify(messages)).not.toContain('[session-recovery]')
  })

  test('lose a real result to a later assistant message (I5)', () => {
    const real = { type: 'tool-result', toolCallId: 'a', toolName: 'run', output: { type: 'text', value: 'late' } }
    const later = { role: 'assistant', content: [real, { type: 'text', text: 'So.' }] }
    const { loss, messages } = repair([ask, { role: 'assistant', content: [call] }, ask, later], { format })
    expect(messages[2]).toEqual({ role: 'tool', content: [real] })
    expect(loss).toBe('none')
  })

  test('keep system messages that the call does not allow', () => {
    const options = { format, request: { allowSystemInMessages: false, instructions: 'A' } } as const
    const result = repair([{ role: 'system', content: 'B' }, ask], options)
    expect(result.request).toEqual({ instructions: 'A\n\nB' })
    expect(result.messages).toEqual([ask])
  })

  test('keep blank text that the provider is known to refuse', () => {
    const blank = {
      role: 'assistant',
      content: [
        { type: 'text', text: ' ' },
        { type: 'text', text: 'x' },
      ],
    }
    expect(repair([ask, blank, ask], { format }).changed).toBe(false)
    expect(repair([ask, blank, ask], { format, request: { provider: 'anthropic.messages' } }).messages[1]).toEqual({
      role: 'assistant',
      content: [{ type: 'text', text: 'x' }],
    })
  })
})

describe('what a store or a JSON round trip does to optional fields and types', () => {
  const ids = { toolCallId: 'a', toolName: 'read_file' }
  const healthy = (): JsonRecord[] => [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look' },
        { type: 'image', image: 'aGVsbG8=' },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Hm.' },
        { type: 'tool-call', ...ids, input: {} },
      ],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          ...ids,
          output: {
            type: 'content',
            value: [
              { type: 'text', text: 'seen' },
              {
                type: 'file',
                mediaType: 'image/png',
                data: { type: 'url', url: new URL('https://example.com/a.png') },
              },
            ],
          },
        },
      ],
    },
    { role: 'user', content: [{ type: 'file', data: 'aGVsbG8=', mediaType: 'text/plain' }] },
  ]
  const partAt = (messages: readonly unknown[], index: number, part: number): JsonRecord =>
    (messages[index] as { content: JsonRecord[] }).content[part]!
  const places: readonly (readonly [index: number, part: number])[] = [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
    [2, 0],
    [3, 0],
  ]

  test('is refused, loses the part, or more of it than what the schema refuses', async () => {
    for (const wrong of [null, 'x', { anthropic: null }]) {
      const damaged = healthy()
      for (const [index, part] of places) partAt(damaged, index, part)['providerOptions'] = wrong
      for (const message of damaged) message['providerOptions'] = wrong
      expect(await askAiAboutModelMessages(damaged)).not.toBe(null)
      const result = repair(damaged, { format })
      expect([result.messages, result.loss]).toEqual([healthy(), 'none'])
      expect(await askAiAboutModelMessages(result.messages)).toBe(null)
      expect(repair(result.messages, { format }).messages).toBe(result.messages)
    }
  })

  test('takes the options of other providers along', () => {
    const [first] = healthy()
    const kept = { openai: { detail: 'low' } }
    const damaged = [{ ...first, providerOptions: { anthropic: null, ...kept } }]
    expect(repair(damaged, { format }).messages).toEqual([{ ...first, providerOptions: kept }])
  })

  test.each([
    ['a picture', 0, 1],
    ['a call', 1, 1],
    ['a result', 2, 0],
    ['a file', 3, 0],
  ])('gives up %s whose type is lost (I4)', (_name, index, part) => {
    for (const type of [undefined, null, 'x', {}]) {
      const damaged = healthy()
      partAt(damaged, index, part)['type'] = type
      const result = repair(damaged, { format })
      expect([result.messages, result.loss]).toEqual([healthy(), 'none'])
    }
  })

  test('leaves the address of a file in an output as text, or an item that cannot be told', async () => {
    const stored = JSON.parse(JSON.stringify(healthy())) as JsonRecord[]
    const output = partAt(stored, 2, 0)['output'] as { value: unknown[] }
    output.value.push({ type: 'image-data', data: null, note: 'kept' })
    const { loss, messages } = repair(stored, { format })
    const { output: typed } = partAt(healthy(), 2, 0) as { output: { value: unknown[] } }
    const read = { type: 'text', text: '{"type":"image-data","data":null,"note":"kept"}' }
    expect(partAt(messages, 2, 0)['output']).toEqual({ type: 'content', value: [...typed.value, read] })
    expect(loss).toBe('none')
    expect(await askAiAboutModelMessages(messages)).toBe(null)
  })
})
