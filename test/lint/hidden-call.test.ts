import { expect, test } from 'vitest'
import type { FormatName } from '../../src/formats/format-name.ts'
import { findFormat } from '../../src/formats/index.ts'
import { hiddenCallOf, hidesCalls, readCalls } from '../../src/lint/hidden-call.ts'
import type { LintContext } from '../../src/lint/lint-context.ts'
import { readTranscript } from '../../src/lint/read-transcript.ts'
import type { Message } from '../../src/transcript/transcript.ts'

const one = { id: 'a', name: 'f' }
const two = { id: 'b', name: 'g' }

test.each<[written: unknown, calls: unknown]>([
  [{ 0: one, 1: two }, [one, two]],
  [{ 0: one }, [one]],
  // A call, not a list by index: its fields are words.
  [one, [one]],
  [{ '0x': one, 1: two }, [{ '0x': one, 1: two }]],
  [{ x0: one }, [{ x0: one }]],
  [JSON.stringify([one, two]), [one, two]],
  [JSON.stringify(one), [one]],
  [
    [JSON.stringify(one), two],
    [one, two],
  ],
  [[one, two], undefined],
  [[], undefined],
  ['Hello', undefined],
  [null, undefined],
  [7, undefined],
])(
  'the calls of a container %j are others than were written there, or hidden where all can be read',
  (written, calls) => {
    expect(readCalls(written)).toEqual(calls)
  },
)

test.each<[format: FormatName, message: unknown, isSo: boolean]>([
  ['openai-chat', { role: 'assistant', tool_calls: JSON.stringify([one]) }, true],
  ['openai-chat', { role: 'assistant', tool_calls: one }, true],
  ['openai-chat', { role: 'assistant', tool_calls: [one] }, false],
  ['openai-chat', { role: 'assistant' }, false],
  ['openai-chat', 'Hello', false],
  ['openai-chat', null, false],
  ['langchain', { type: 'ai', content: '', tool_calls: JSON.stringify([one]) }, true],
  ['langchain', { type: 'ai', content: '', tool_calls: [] }, false],
  ['anthropic-messages', { role: 'assistant', content: [], tool_calls: JSON.stringify([one]) }, false],
  ['gemini', { role: 'model', parts: [], tool_calls: JSON.stringify([one]) }, false],
])('of %s a message hides calls, or only seems to say nothing: %j', (name, raw, isSo) => {
  const format = findFormat(name)
  expect(hidesCalls({ raw } as Message, format)).toBe(isSo)
})

const asked = { role: 'user', content: 'Read it.' }
const hidden = (id: string): object => ({
  role: 'assistant',
  content: null,
  tool_calls: JSON.stringify([{ id, type: 'function', function: { name: 'f', arguments: '{}' } }]),
})
const stray = { role: 'tool', tool_call_id: 'a', content: 'ok' }

test.each<[where: string, messages: readonly unknown[], at: number | undefined]>([
  ['right before it', [asked, hidden('a'), stray], 1],
  ['two of them: the last', [asked, hidden('a'), hidden('a'), stray], 2],
  ['of another id', [asked, hidden('b'), stray], undefined],
  ['behind it', [asked, stray, hidden('a')], undefined],
  ['before the user spoke again', [asked, hidden('a'), asked, stray], undefined],
  ['before another answer', [asked, hidden('a'), asked, { role: 'assistant', content: 'Hi' }, stray], undefined],
])('a stray result takes a message for its call, or misses it: %s', (_where, messages, at) => {
  const format = findFormat('openai-chat')
  const rules = format.rules({})
  const transcript = readTranscript(messages, format, rules)
  const result = transcript.messages.flatMap(({ blocks }) => blocks).find(({ kind }) => kind === 'tool_result')!
  expect(hiddenCallOf(result, { format, rules, transcript } as LintContext)?.message.index).toBe(at)
})

test.each<[beside: readonly object[], isFound: boolean]>([
  [[], true],
  [[{ type: 'text', text: 'Hi' }], true],
  [[{ type: 'no_block' }], false],
])('a text that holds a call and %j is read as a call, or is not', (beside, isFound) => {
  const format = findFormat('anthropic-messages')
  const rules = format.rules({})
  const content = JSON.stringify([{ type: 'tool_use', id: 'a', name: 'f', input: {} }, ...beside])
  const answer = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'ok' }] }
  const transcript = readTranscript([asked, { role: 'assistant', content }, answer], format, rules)
  const [result] = transcript.messages[2]!.blocks
  expect(hiddenCallOf(result!, { format, rules, transcript } as LintContext) !== undefined).toBe(isFound)
})

test.each<[what: string, content: readonly unknown[], meant: readonly unknown[] | undefined]>([
  ['alone', ['call'], ['call']],
  ['behind another', ['Hi', 'call'], ['Hi', 'call']],
  ['before another', ['call', 'Hi'], ['call', 'Hi']],
  [
    'beside thinking',
    [{ type: 'thinking', thinking: 'call', signature: 's' }, 'call'],
    [{ type: 'thinking', thinking: 'call', signature: 's' }, 'call'],
  ],
  ['in thinking', [{ type: 'thinking', thinking: 'call', signature: 's' }], undefined],
])(
  'a text among blocks that holds a call is not read as one, or takes the place of another block: %s',
  (_, words, meant) => {
    const format = findFormat('anthropic-messages')
    const rules = format.rules({})
    const call = { type: 'tool_use', id: 'a', name: 'f', input: {} }
    const written = JSON.stringify(call)
    const blockOf = (word: unknown, isMeant: boolean): unknown => {
      if (typeof word !== 'string') return JSON.parse(JSON.stringify(word).replace('"call"', JSON.stringify(written)))
      return word === 'call' && isMeant ? call : { type: 'text', text: word === 'call' ? written : word }
    }
    const content = words.map((word) => blockOf(word, false))
    const answer = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'ok' }] }
    const transcript = readTranscript([asked, { role: 'assistant', content }, answer], format, rules)
    const found = hiddenCallOf(transcript.messages[2]!.blocks[0]!, { format, rules, transcript } as LintContext)
    const expected = meant && [{ role: 'assistant', content: meant.map((word) => blockOf(word, true)) }]
    expect(found?.meant).toEqual(expected)
  },
)
