import { expect, test } from 'vitest'
import { findFormat } from '../../../src/formats/index.ts'
import { copiedId } from '../../../src/formats/langchain/copied-id.ts'
import { readTranscript } from '../../../src/lint/read-transcript.ts'

const entry = (name: string, id?: string): object => ({ name, args: {}, type: 'tool_call', ...(id && { id }) })
const used = (name: string, id: string): object => ({ type: 'tool_use', id, name, input: {} })
const rawCall = (name: string, id: string): object => ({ id, type: 'function', function: { name, arguments: '{}' } })
const beside = (...calls: object[]): object => ({ additional_kwargs: { tool_calls: calls } })

/** The id that the last entry gets. */
function idOf(calls: readonly object[], content: unknown, more: object = {}): string | undefined {
  const format = findFormat('langchain')
  const list = [{ type: 'ai', content, tool_calls: calls, ...more }]
  const { blocks } = readTranscript(list, format, format.rules({})).messages[0]!
  return copiedId(blocks.find(({ raw }) => raw === calls.at(-1))!)
}

test.each([
  ['the block of its place', [entry('f', 'x'), entry('g')], [used('f', 'x'), used('g', 'y')], {}, 'y'],
  ['the raw call of its place', [entry('f', 'x'), entry('g')], '', beside(rawCall('f', 'x'), rawCall('g', 'y')), 'y'],
  ['the raw call before the block', [entry('f')], [used('f', 'y')], beside(rawCall('f', 'z')), 'z'],
  [
    'the block, where there are more raw calls',
    [entry('f')],
    [used('f', 'y')],
    beside(rawCall('f', 'z'), rawCall('f', 'w')),
    'y',
  ],
  ['the block, where the raw call has no id', [entry('f')], [used('f', 'y')], beside(rawCall('f', '')), 'y'],
  ['none of another name', [entry('f')], [used('g', 'y')], beside(rawCall('g', 'z')), undefined],
  ['none of fewer blocks', [entry('f', 'x'), entry('g')], [used('g', 'y')], {}, undefined],
  ['none that another entry has', [entry('g', 'y'), entry('g')], [used('g', 'x'), used('g', 'y')], {}, undefined],
  ['none that is empty', [entry('f')], [used('f', '')], {}, undefined],
] as const)('an entry that has lost its id does not take that of %s', (_, calls, content, more, id) => {
  expect(idOf(calls, content, more)).toBe(id)
})
