import { expect, test } from 'vitest'
import type { BuiltMessage } from '../../../src/agents/claude-code/build-messages.ts'
import { splitMessage } from '../../../src/agents/claude-code/split-message.ts'

const text = (value: string): object => ({ type: 'text', text: value })
const call = (id: string): object => ({ type: 'tool_use', id, name: 'f', input: {} })
const result = (id: string): object => ({ type: 'tool_result', tool_use_id: id, content: 'r' })
const [a, b, c, x] = [text('a'), text('b'), call('c'), text('x')]
const [r, s] = [result('r'), result('s')]

/** A message whose lines hold these blocks; a text stands for a line that holds no list. */
function built(...lines: readonly (readonly unknown[] | string)[]): BuiltMessage {
  const content = lines.flatMap((line) => (typeof line === 'string' ? [text(line)] : line))
  const sources = lines.map((line) => {
    const isText = typeof line === 'string'
    return { node: { value: { message: { content: line } } }, blocks: isText ? -1 : line.length }
  })
  return { message: { role: 'assistant', content }, sources } as unknown as BuiltMessage
}

const list = (...content: readonly unknown[]): object => ({ content })
const add = (after: number, ...content: readonly unknown[]): object => ({ after, content })

test.each<[what: string, of: BuiltMessage, after: unknown, lines: readonly unknown[], added: readonly unknown[]]>([
  ['the same', built([a], [c]), [a, c], ['same', 'same'], []],
  ['an equal one', built([a], [c]), [{ ...a }, c], ['same', 'same'], []],
  ['one changed', built([a], [c]), [x, c], [list(x), 'same'], []],
  ['the first gone', built([a], [c]), [c], ['gone', 'same'], []],
  ['the last gone', built([a], [c]), [a], ['same', 'gone'], []],
  ['one before all', built([c], [call('d')]), [x, c, call('d')], ['same', 'same'], [add(-1, x)]],
  ['one between', built([c], [call('d')]), [c, x, call('d')], ['same', 'same'], [add(0, x)]],
  ['one behind all', built([c], [call('d')]), [c, call('d'), x], ['same', 'same'], [add(1, x)]],
  ['two in one line, one gone', built([a, c], [call('d')]), [c, call('d')], [list(c), 'same'], []],
  ['another order', built([c], [a]), [a, c], [list(a), list(c)], []],
  ['another order, and one more', built([c], [a]), [a, c, x], [list(a), list(c)], [add(1, x)]],
  ['no list any more', built([a], [c]), { odd: 1 }, [{ content: { odd: 1 } }, 'gone'], []],
  ['a text', built([a], [c]), 'x', [list(text('x')), 'gone'], []],
  ['lines that are texts', built('a', 'b'), [a, x], ['same', list(x)], []],
  ['a line without blocks', built([a], [], [c]), [a, c], ['same', 'same', 'same'], []],
])('of %s a message of several lines is laid out otherwise', (_, of, after, lines, added) => {
  expect(splitMessage(of, { content: after })).toEqual({ lines, added })
})

test.each<[what: string, before: unknown, after: unknown, lines: readonly unknown[], added: readonly unknown[]]>([
  ['the same', [a], [a], ['same'], []],
  ['a text that is the same block', 'a', [a], ['same'], []],
  ['another text', 'a', 'b', [{ content: 'b' }], []],
  ['the same text', 'a', 'a', ['same'], []],
  ['a result before words', [a], [r, a], ['same'], [add(-1, r)]],
  ['two results before words', [a], [r, s, a], ['same'], [add(-1, r), add(-1, s)]],
  ['a result behind a result', [r], [r, s], ['same'], [add(0, s)]],
  ['a result behind words', [a], [a, r], [list(a, r)], []],
  ['a result between a result and words', [r, a], [r, s, a], [list(r, s, a)], []],
  ['a result behind a result and words', [r, a], [r, a, s], [list(r, a, s)], []],
  ['a result in the place of words', [a], [r], ['gone'], [add(-1, r)]],
  ['nothing left', [a], [], [list()], []],
  ['words beside words', [a], [a, b], [list(a, b)], []],
])('of %s a message of one line is laid out otherwise', (_, before, after, lines, added) => {
  const message = { message: { role: 'user', content: before }, sources: [{}] } as unknown as BuiltMessage
  expect(splitMessage(message, { role: 'user', content: after })).toEqual({ lines, added })
})

test('a result that is new in an answer of the model gets a line of its own', () => {
  const message = { message: { role: 'assistant', content: [a] }, sources: [{}] } as unknown as BuiltMessage
  expect(splitMessage(message, { role: 'assistant', content: [r, a] })).toEqual({ lines: [list(r, a)], added: [] })
})
