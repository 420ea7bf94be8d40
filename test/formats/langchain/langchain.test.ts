import {
  AIMessage,
  BaseMessage,
  coerceMessageLikeToMessage,
  HumanMessage,
  mapStoredMessagesToChatMessages,
  ToolMessage,
} from '@langchain/core/messages'
import { describe, expect, test } from 'vitest'
import { diagnose, repair } from '../../../src/index.ts'
import { generateLangchainMessages } from '../../../src/testing/provider/langchain/generate-langchain-messages.ts'
import { judgeLangchainMessages } from '../../../src/testing/provider/langchain/judge-langchain-messages.ts'
import { langchainCorruptions } from '../../../src/testing/provider/langchain/langchain-corruptions.ts'
import { copyData } from '../../../src/testing/provider/shared/copy-data.ts'
import type { JsonRecord } from '../../../src/testing/provider/shared/records.ts'
import { seeds } from '../../seeds.ts'
import { damagedCasesOf } from '../damaged-cases.ts'
import { forms } from './forms.ts'

const format = 'langchain'
const shown = (value: unknown): string => JSON.stringify(value, null, 1)

describe.each(Object.entries(forms))('healthy messages, %s', (_name, build) => {
  test('are refused by the judge, or changed by a repair (I1)', () => {
    for (const seed of seeds(60)) {
      const messages = generateLangchainMessages({ seed }).map(build)
      expect(`${seed} ${judgeLangchainMessages(messages)}`).toBe(`${seed} null`)
      const result = repair(messages, { format })
      expect(`${seed} ${shown(result.faults)}`).toBe(`${seed} []`)
      expect(result.messages).toBe(messages)
    }
  })
})

const casesOf = damagedCasesOf((seed) => generateLangchainMessages({ seed }))

describe.each(Object.entries(forms))('messages, %s', (form, build) => {
  describe.each(langchainCorruptions)('the corruption $name', (kind) => {
    test('is never repaired, or not accepted afterwards (I3)', () => {
      const damaged = casesOf(kind, 1)
        .map(({ damaged: plain, label }) => ({ label: `${form} ${kind.name} ${label}`, plain, copy: plain.map(build) }))
        .filter(({ copy }) => judgeLangchainMessages(copy) !== null)
      expect(damaged.length).toBeGreaterThan(0)
      for (const { copy, label, plain } of damaged) {
        const before = shown(copy)
        const result = repair(copy, { format })
        expect(`${label} ${judgeLangchainMessages(result.messages)}`).toBe(`${label} null`)
        expect(result.loss).not.toBe('lossy')
        expect(shown(copy)).toBe(before)
        expect(repair(result.messages, { format }).changed).toBe(false)
        const twin = copyData(plain).map(build)
        expect(shown(repair(twin, { format }).messages)).toBe(shown(result.messages))
        const edited = new Set(result.edits.map((edit) => edit.index))
        // I6: what has no edit keeps its identity.
        expect(copy.filter((message, index) => !edited.has(index) && !result.messages.includes(message))).toEqual([])
        const allInstances = form === 'instance' && copy.some((raw) => ToolMessage.isInstance(raw))
        const made = allInstances ? result.messages.filter((raw) => !copy.includes(raw)) : []
        expect(made.filter((raw) => !BaseMessage.isInstance(raw))).toEqual([])
      }
    })
  })
})

describe('class instances', () => {
  const call = { type: 'tool_call' as const, id: 'call_1', name: 'search', args: {} }
  const asked = new AIMessage({ content: '', tool_calls: [call, { ...call, id: 'call_2' }] })
  const found = new ToolMessage({ content: 'found', tool_call_id: 'call_1', artifact: { rows: 3 } })

  test('get a placeholder of another class than their own tool messages', () => {
    const { messages } = repair([new HumanMessage('Go.'), asked, found], { format })
    const added = messages[3] as ToolMessage
    expect(ToolMessage.isInstance(added)).toBe(true)
    expect(added).toMatchObject({ tool_call_id: 'call_2', name: 'search', status: 'error' })
    expect(added.getType()).toBe('tool')
    expect(messages[1]).toBe(asked)
    expect(messages[2]).toBe(found)
  })

  test('need no tool message among them when the classes are handed over', () => {
    const request = { messageClasses: { tool: ToolMessage } }
    const { messages } = repair([new HumanMessage('Go.'), asked], { format, request })
    expect(messages.slice(2).every((raw) => ToolMessage.isInstance(raw))).toBe(true)
    const plain = repair([new HumanMessage('Go.'), asked], { format }).messages
    expect(plain[2]).toMatchObject({ role: 'tool', tool_call_id: 'call_1' })
  })

  test('forget what they are when a field of them changes', () => {
    const broken = new AIMessage({ content: 'x', id: 'm7', tool_calls: [{ ...call, args: null as never }] })
    const { messages } = repair([new HumanMessage('Go.'), broken, found], { format })
    const mended = messages[1] as AIMessage
    expect(AIMessage.isInstance(mended)).toBe(true)
    expect(mended.tool_calls).toEqual([{ ...call, args: {} }])
    expect(mended.toDict().data).toMatchObject({ id: 'm7', tool_calls: [{ args: {} }] })
    expect(mapStoredMessagesToChatMessages([mended.toDict()])[0]).toMatchObject({ tool_calls: [{ args: {} }] })
    expect(mended.lc_kwargs['tool_calls']).toEqual([{ ...call, args: {} }])
    expect(broken.tool_calls![0]!.args).toBeNull()
  })

  test('keep half a character that JSON cannot carry', () => {
    const { messages } = repair([new HumanMessage('cut \ud83d')], { format })
    expect((messages[0] as HumanMessage).content).toBe('cut \ufffd')
    expect(HumanMessage.isInstance(messages[0])).toBe(true)
    expect((messages[0] as HumanMessage).toDict().data.content).toBe('cut \ufffd')
  })

  test('close a live call in a store', () => {
    expect(diagnose([new HumanMessage('Go.'), asked], { format, purpose: 'stored' }).ok).toBe(true)
  })
})

test('the address of a picture in place of its base64 is sent to a provider that puts one before it', () => {
  const data = 'aGVsbG8='
  const address = `data:image/heic;base64,${data}`
  const own = { type: 'image', source_type: 'base64', mime_type: 'image/heic' }
  const raw = { type: 'image', source: { type: 'base64', media_type: 'image/heic' } }
  const linked = { type: 'image_url', image_url: { url: address } }
  const said = (source: string): object => ({
    role: 'user',
    content: [{ ...own, data: source }, { ...raw, source: { ...raw.source, data: source } }, linked],
  })
  const { loss, messages } = repair([said(address)], { format })
  expect(messages).toEqual([said(data)])
  expect(loss).toBe('none')
})

describe('content that repeats a call', () => {
  test('repeats it twice, and the call gets a new id and a result that never was', () => {
    const call = { id: 'call_1', name: 'search', args: { q: 1 } }
    const block = { type: 'tool_use', id: 'call_1', name: 'search', input: { q: 1 } }
    const answered = { role: 'tool', tool_call_id: 'call_1', content: 'ok' }
    const once = { role: 'assistant', content: [block], tool_calls: [call] }
    const twice = { ...once, content: [block, block] }
    expect(judgeLangchainMessages([{ role: 'user', content: 'Go.' }, twice, answered])).not.toBeNull()
    const { loss, messages } = repair([{ role: 'user', content: 'Go.' }, twice, answered], { format })
    expect(messages).toEqual([{ role: 'user', content: 'Go.' }, once, answered])
    expect(loss).toBe('none')
  })

  test('keeps the old id of a call that got a new one', () => {
    const call = { id: '', name: 'search', args: {} }
    const content = [{ type: 'tool_use', id: '', name: 'search', input: {} }]
    const { messages } = repair(
      [
        { role: 'user', content: 'Go.' },
        { role: 'assistant', content, tool_calls: [call] },
      ],
      { format },
    )
    const [, mended, result] = messages as {
      content: { id: string }[]
      tool_calls: { id: string }[]
      tool_call_id: string
    }[]
    expect(mended!.content[0]!.id).toBe(mended!.tool_calls[0]!.id)
    expect(result!.tool_call_id).toBe(mended!.tool_calls[0]!.id)
  })
})

describe('calls in the form of their provider', () => {
  const raw = { id: 'call_1', type: 'function', function: { name: 'search', arguments: '{"for":1}' } }
  const entry = { type: 'tool_call', id: 'call_1', name: 'search', args: { for: 1 } }
  const beside = { additional_kwargs: { tool_calls: [raw] } }
  const listWith = (fields: object): unknown[] => [
    { role: 'user', content: 'Go.' },
    { role: 'assistant', content: '', ...beside, ...fields },
    { role: 'tool', tool_call_id: 'call_1', content: 'found' },
  ]
  const sent = (messages: readonly unknown[]): unknown =>
    (coerceMessageLikeToMessage(messages[1] as never) as AIMessage).tool_calls

  test('are no calls, and their results orphans', () => {
    for (const fields of [{}, { tool_calls: [] }]) {
      const list = listWith(fields)
      expect(repair(list, { format }).messages).toBe(list)
      expect(repair(list.slice(0, 2), { format }).messages).toHaveLength(3)
      // The screen must not pass them either: content that says something is plain.
      const said = listWith({ ...fields, content: 'I look.' }).with(2, { role: 'user', content: 'And?' })
      expect(diagnose(said, { format }).faults.map(({ type }) => type)).toEqual(['tool_result_missing'])
    }
  })

  test('are lost beside a list that is null', () => {
    const list = listWith({ tool_calls: null })
    expect(() => sent(list)).toThrow(TypeError)
    const { faults, loss, messages } = repair(list, { format })
    expect(faults.map(({ type }) => type)).toEqual(['tool_calls_malformed'])
    expect(loss).toBe('none')
    expect(sent(messages)).toEqual([entry])
    expect(messages[2]).toBe(list[2])
    expect(repair(listWith({ tool_calls: null, additional_kwargs: {} }).slice(0, 2), { format }).faults).toHaveLength(1)
  })

  test('are left out by Claude, where the list is empty', () => {
    const request = { provider: 'anthropic' }
    const list = listWith({ tool_calls: [] })
    expect((repair(list, { format, request }).messages[1] as AIMessage).tool_calls).toEqual([entry])
    const made = listWith({})
    expect(repair(made, { format, request }).messages).toBe(made)
  })

  test('keep an id that the content has given up', () => {
    const content = [{ type: 'function_call', id: 'fc_1', call_id: '', name: 'search', arguments: '{}' }]
    const unnamed = { additional_kwargs: { tool_calls: [{ ...raw, id: '' }] } }
    const { messages } = repair(listWith({ content, ...unnamed }), { format })
    const { tool_call_id: id } = messages[2] as { tool_call_id: string }
    expect(id).not.toBe('')
    expect(messages[1]).toMatchObject({
      additional_kwargs: { tool_calls: [{ ...raw, id }] },
      content: [{ ...content[0], call_id: id, arguments: '{"for":1}' }],
    })
  })
})

test('a call of the Responses API is known by the id of its item', () => {
  const content = [{ type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'search', args: {} }]
  const list = [
    { role: 'user', content: 'Go.' },
    { role: 'assistant', content },
    { role: 'tool', tool_call_id: 'call_1', content: 'found' },
  ]
  expect(repair(list, { format }).messages).toBe(list)
})

// No instance is made of such a message: its constructor throws.
const written = Object.entries(forms).filter(([form]) => form !== 'instance')

test.each(written)('metadata that is no object stops the chat models, %s', (_form, build) => {
  for (const metadata of [null, '', 5, 'x', true]) {
    const said = (more: JsonRecord): unknown => build({ type: 'ai', content: 'Hi.', ...more })
    const ask = build({ type: 'human', content: 'Hello' })
    const damaged = [ask, said({ response_metadata: metadata }), ask, said({ response_metadata: metadata }), ask]
    const { loss, messages } = repair(damaged, { format })
    expect(loss).toBe('none')
    for (const index of [1, 3]) {
      expect(shown(messages[index])).toContain('Hi.')
      expect(shown(messages[index])).not.toContain('response_metadata')
    }
    expect(repair(messages, { format }).messages).toBe(messages)
  }
})
