import { expect, test } from 'vitest'
import { foldText } from '../../src/detection/words/fold-text.ts'
import { locate } from '../../src/detection/locate.ts'

const pathIn = (text: string): string | undefined => locate(foldText(text), {}, 0, 1).path
const messageIn = (text: string): number | undefined => locate(foldText(text), {}, 0, 1).messageIndex

test.each([
  ['messages.0.role to equal user', 'messages.0.role'],
  ['messages.12 should have content', 'messages.12'],
  ['messages.1.content.0.tool\n  _use.id is invalid', 'messages.1.content.0.tool_use.id'],
  ['messages.1.content.0.tool_use\n  _id is invalid', 'messages.1.content.0.tool_use_id'],
  ['messages.1.content\n  .0.text is empty', 'messages.1.content.0.text'],
  ['messages.1.tool_\n  calls.0.id: too long', 'messages.1.tool_calls.0.id'],
])('the path runs into the sentence behind it, or ends where a terminal has broken it: %s', (text, path) => {
  expect(pathIn(text)).toBe(path)
})

test.each([
  ['第3条消息的content不能为空', 2],
  ['第 1 条消息的 content 不能为空', 0],
  ['第0条消息的content不能为空', undefined],
  ['第7条消息(索引从0开始)的role不正确', undefined],
  ['message at index 3 is empty', 3],
])('the message that an error counts is another: %s', (text, index) => {
  expect(messageIn(text)).toBe(index)
})
