import { expect, test } from 'vitest'
import { isNamedOnly } from '../../src/detection/talk/is-named-only.ts'

const thing = 'duplicate tool call id'

const names = (text: string, words = thing): boolean =>
  isNamedOnly(text, text.indexOf(words), text.indexOf(words) + words.length)

test.each([
  `The reviewer is right that a ${thing} can reach the wire here`,
  `A teammate got rid of it by renaming each ${thing}`,
  `Looks like a ${thing}`,
  `That is all. The check for a ${thing} comes later`,
])('a thing that somebody names is taken for what is refused: %s', (text) => {
  expect(names(text)).toBe(true)
})

test.each([
  thing,
  `The ${thing} call_1`,
  `Encountered ${thing}: call_1`,
  `The list contains a ${thing}`,
  `There is a ${thing}`,
  `The history ends with a ${thing}`,
  `Here messages[3] brings a ${thing}`,
  `Nobody knows why: ${thing}`,
  `I keep getting "${thing}"`,
])('what is refused is taken for a thing that somebody names: %s', (text) => {
  expect(names(text)).toBe(false)
})

test('a name that begins before the words is taken for a sentence about them', () => {
  const text = 'openai.Part.duplicateToolCallId: it cannot be decoded'
  expect(names(text, 'duplicateToolCallId')).toBe(false)
})

test('what a relative clause says of a thing is taken for what is refused', () => {
  const words = 'tool message that could not be processed'
  expect(names(`One of them dealt with the ${words} in a second step`, words)).toBe(true)
  expect(names(`The history contains a ${words}`, words)).toBe(false)
})

test('what is said of a thing is taken for its name', () => {
  expect(names('So each tool call id must be unique', 'tool call id must be unique')).toBe(false)
  expect(names('现在 工具调用必须有结果', '工具调用必须有结果')).toBe(false)
})
