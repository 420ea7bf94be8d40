import { describe, expect, test } from 'vitest'
import { diagnose, repair } from '../../../src/index.ts'
import { generateUiMessages } from '../../../src/testing/provider/ai-sdk/generate-ui-messages.ts'
import { judgeUiMessages } from '../../../src/testing/provider/ai-sdk/judge-ui-messages.ts'
import { uiMessageCorruptions } from '../../../src/testing/provider/ai-sdk/ui-message-corruptions.ts'
import { copyData } from '../../../src/testing/provider/shared/copy-data.ts'
import { seeds } from '../../seeds.ts'
import { damagedCasesOf } from '../damaged-cases.ts'
import { askAiAboutUiMessages } from './ask-ai.ts'

const format = 'ai-sdk'
const shown = (value: unknown): string => JSON.stringify(value, null, 1)

describe('healthy UIMessages', () => {
  test('are refused by the judge, or changed by a repair (I1)', () => {
    for (const seed of seeds(40)) {
      const messages = generateUiMessages({ seed })
      expect(`${seed} ${judgeUiMessages(messages)}`).toBe(`${seed} null`)
      const result = repair(messages, { format })
      expect(`${seed} ${shown(result.faults)}`).toBe(`${seed} []`)
      expect(result.messages).toBe(messages)
    }
  })

  test('are refused by the real `ai` package', async () => {
    for (const seed of seeds(30))
      expect(`${seed} ${await askAiAboutUiMessages(generateUiMessages({ seed }))}`).toBe(`${seed} null`)
  })
})

const casesOf = damagedCasesOf(
  (seed) => generateUiMessages({ seed }),
  (damaged) => judgeUiMessages(damaged) !== null,
)

describe.each(uiMessageCorruptions)('the corruption $name', (kind) => {
  const damaged = casesOf(kind, 3)

  test('is never repaired, or not accepted afterwards (I3)', () => {
    expect(damaged.length).toBeGreaterThan(0)
    for (const { damaged: copy, label } of damaged) {
      const before = copyData(copy)
      const result = repair(copy, { format })
      expect(`${label} ${judgeUiMessages(result.messages)}`).toBe(`${label} null`)
      expect(result.loss).not.toBe('lossy')
      expect(copy).toEqual(before)
      expect(repair(result.messages, { format }).changed).toBe(false)
      expect(repair(copyData(copy), { format }).messages).toEqual(result.messages)
      const edited = new Set(result.edits.map((edit) => edit.index))
      // I6: what has no edit keeps its identity.
      expect(copy.filter((message, index) => !edited.has(index) && !result.messages.includes(message))).toEqual([])
    }
  })

  test('is refused by the real `ai` package after the repair', async () => {
    for (const { damaged: copy, label } of damaged.filter((_, index) => index % 3 === 0)) {
      const { messages } = repair(copy, { format })
      expect(`${label} ${await askAiAboutUiMessages(messages)}`).toBe(`${label} null`)
    }
  })
})

describe('UIMessages', () => {
  const ask = { id: 'u', role: 'user', parts: [{ type: 'text', text: 'Go.' }] }
  const open = { type: 'tool-run', toolCallId: 'a', state: 'input-available', input: {} }
  const chat = [ask, { id: 'a', role: 'assistant', parts: [open] }]

  test('lose the output that hides under a state of another version', () => {
    const hidden = { ...open, state: 'result', output: { rows: 3 } }
    const { messages } = repair([ask, { id: 'a', role: 'assistant', parts: [hidden] }], { format })
    expect(messages[1]).toMatchObject({ parts: [{ state: 'output-available', output: { rows: 3 } }] })
  })

  test('close a running call in a store', () => {
    expect(diagnose(chat, { format, purpose: 'stored' }).ok).toBe(true)
    expect(repair(chat, { format }).messages[1]).toMatchObject({ id: 'a', parts: [{ state: 'output-error' }] })
  })

  test('leave `ai` nothing to send where all are empty, aborted or only shown', async () => {
    const step = { type: 'step-start' }
    const silent = [
      { id: 's', role: 'system', parts: [{ type: 'text', text: 'Be kind.' }] },
      { id: 'u', role: 'user', parts: [] },
      { id: 'n', role: 'user' },
      { id: 'a', role: 'assistant', parts: [] },
      { id: 'i', role: 'assistant', parts: [step, { ...open, state: 'input-streaming' }] },
      { id: 'd', role: 'assistant', parts: [step, { type: 'data-shown', data: 1 }] },
      { id: 'z', role: 'assistant' },
    ]
    const pairs = silent.flatMap((first) => silent.map((last) => [first, last]))
    const lists = [[], ...pairs, ...silent.map((one) => [one])].flatMap((list) => [
      list,
      [silent[3], ...list, silent[1]],
    ])
    for (const list of lists.filter(({ length }) => length > 0)) {
      const { messages } = repair(list, { format })
      const label = shown(list)
      expect(`${label} ${judgeUiMessages(messages)}`).toBe(`${label} null`)
      expect(`${label} ${await askAiAboutUiMessages(messages)}`).toBe(`${label} null`)
      expect(repair(messages, { format }).messages).toBe(messages)
      const lifted = repair(list, { format, request: { allowSystemInMessages: false } }).messages
      expect(`${label} ${judgeUiMessages(lifted)}`).toBe(`${label} null`)
    }
    // The prompt keeps its place and its id.
    expect(repair([silent[1], silent[3]], { format }).messages).toMatchObject([{ id: 'u' }, { id: 'a' }])
    expect(diagnose([silent[3]], { format, purpose: 'stored' }).ok).toBe(true)
  })

  test('get a placeholder although the real result is known', () => {
    const evidence = { resultOf: () => ({ status: 'completed' as const, output: { done: true } }) }
    const { messages } = repair(chat, { format, evidence })
    expect(messages[1]).toMatchObject({ parts: [{ state: 'output-available', output: { done: true } }] })
  })
})
