import { expect, test } from 'vitest'
import { findLinterFormat } from '../../src/repair/find-linter-format.ts'
import type { DetectedError } from '../../src/detection/detected-error.ts'
import { settingsOf } from '../../src/repair/lint-settings.ts'
import { countedIndex, namedMessages } from '../../src/repair/named-messages.ts'
import { sentTogether } from '../../src/lint/pairing/sent-together.ts'
import { readTranscript } from '../../src/lint/read-transcript.ts'
import type { Refusal } from '../../src/lint/refusal.ts'
import type { FormatName } from '../../src/formats/format-name.ts'

function scene(format: FormatName, messages: readonly unknown[], request = {}) {
  const settings = settingsOf(findLinterFormat(format), { format, request }, messages)
  const rules = settings.rules(request)
  const transcript = readTranscript(messages, settings.format, rules)
  const named = (text: string, more: Partial<DetectedError> = {}): number[] => {
    const counted = transcript.messages[more.messageIndex ?? -1]
    const refusal = { type: 'unspecified_structural', text, ...more, named: counted, rules, transcript } as Refusal
    return [...namedMessages(refusal, settings)].map(({ index }) => index)
  }
  return { settings, transcript, rules, named }
}

const payload = 'gAAAAABpabcdefghijklmnopqrstuvwxyzQ=='
const items = [
  { role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
  { type: 'reasoning', id: 'rs_12', summary: [], encrypted_content: payload },
  { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'read', arguments: '{}' },
  { type: 'function_call', id: 'fc_12', call_id: 'call_2', name: 'read', arguments: '{}' },
]

test('an item is taken for named because its id is part of another, or is not found at either end of the text', () => {
  const { named } = scene('openai-responses', items)
  expect(named("Item 'fc_12' was not found.")).toEqual([3])
  expect(named('fc_1')).toEqual([2])
  expect(named('fc_12 and fc_1, but not fc_123')).toEqual([2, 3])
  expect(named('fc_123 or my-fc_1 or fc_1_')).toEqual([])
  expect(named('Something is wrong.')).toEqual([])
})

test('an id that is hardly more than a word names its item, or one that is longer does not', () => {
  const { named } = scene('openai-responses', [
    { ...items[2], id: 'fc1' },
    { ...items[3], id: 'fc_2' },
  ])
  expect([named("Item 'fc1' was not found."), named("Item 'fc_2' was not found.")]).toEqual([[], [1]])
})

test('an item whose payload is quoted by its two ends is not found, or any payload is', () => {
  const { named } = scene('openai-responses', items)
  expect(named(`The encrypted content ${payload.slice(0, 8)}...${payload.slice(-6)} could not be verified.`)).toEqual([
    1,
  ])
  expect(named(`The encrypted content ${payload.slice(0, 8)}...xyz9== could not be verified.`)).toEqual([])
  expect(named(`The encrypted content hAAAAABp...${payload.slice(-6)} could not be verified.`)).toEqual([])
  // An id that is named goes before a payload that is quoted.
  expect(named(`fc_1: ${payload.slice(0, 8)}...${payload.slice(-6)} could not be verified.`)).toEqual([2])
})

test('an index means another message than the one that the provider counted', () => {
  const { named } = scene('openai-responses', items)
  expect(named('x', { messageIndex: 0 })).toEqual([0])
  expect(named('x', { messageIndex: 3 })).toEqual([3])
  expect(named("Item 'fc_1'", { messageIndex: 9 })).toEqual([2])
})

const turns = [
  { role: 'user', content: 'a' },
  { role: 'assistant', content: [{ type: 'text', text: 'b' }] },
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'c' },
      { type: 'text', text: 'd' },
    ],
  },
]

test.each([
  ['user-turns', [[0], [1, 2], [3, 4, 5], [6]]],
  ['result-runs', [[0], [1], [2], [3, 4], [5], [6]]],
] as const)('messages that are sent as one are counted as several, or others are: %s', (counts, groups) => {
  const said = (role: string, more = {}): object => ({ role, content: 'a', ...more })
  const call = (id: string): object => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })
  const list = [
    said('user'),
    said('assistant'),
    said('assistant', { tool_calls: [call('x'), call('y')] }),
    said('tool', { tool_call_id: 'x' }),
    said('tool', { tool_call_id: 'y' }),
    said('user'),
    said('assistant'),
  ]
  const { transcript } = scene('openai-chat', list)
  const together = sentTogether(transcript, counts).map((messages) => messages.map(({ index }) => index))
  expect(together).toEqual(groups)
})

test('a block is counted from its own message where the provider counts from its own list', () => {
  const { rules, settings, transcript } = scene('anthropic-messages', turns)
  const last = transcript.messages[2]!.blocks[1]!
  expect(countedIndex(last, transcript, rules, settings)).toBe(1)
  const counted = { ...rules, indexCounts: 'turns' as const }
  expect(countedIndex(last, transcript, counted, settings)).toBe(2)
  expect(countedIndex(transcript.messages[1]!.blocks[0]!, transcript, counted, settings)).toBe(0)
})

test('a block of instructions, which no count of the provider reaches, has no index', () => {
  const { rules, settings, transcript } = scene('openai-chat', [{ role: 'system', content: 'Be brief.' }, turns[0]])
  const [instructions] = transcript.messages[0]!.blocks
  expect(countedIndex(instructions!, transcript, { ...rules, indexCounts: 'user-turns' }, settings)).toBe(0)
})
