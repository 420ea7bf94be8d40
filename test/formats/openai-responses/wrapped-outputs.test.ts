import { expect, test } from 'vitest'
import { repair } from '../../../src/repair/repair.ts'

const logs = { type: 'logs', logs: 'OUT' }
const run = { type: 'code_interpreter_call', id: 'ci_1', status: 'completed', code: 'a', container_id: 'c' }

test.each([
  ['an object', { value: logs }],
  ['a list', [logs]],
  ['its JSON', JSON.stringify(logs)],
])('I4: what a program of the provider printed is lost in %s', (_, wrapped) => {
  const list = [
    { role: 'user', content: 'Q' },
    { ...run, outputs: [wrapped] },
  ]
  const { loss, messages } = repair(list, { format: 'openai-responses' })
  expect({ loss, messages }).toEqual({ loss: 'none', messages: [list[0], { ...run, outputs: [logs] }] })
})

const first = { type: 'logs', logs: 'FIRST' }
const second = { type: 'logs', logs: 'SECOND' }

test.each([
  ['a list in a list', [[first, second]]],
  ['an object with places for keys', { 0: first, 1: second }],
  ['an object within an object', [{ value: [first, second] }]],
  ['JSON in a list', [JSON.stringify([first, second])]],
])('I4: of several outputs in %s only the first is left', (_, wrapped) => {
  const list = [
    { role: 'user', content: 'Q' },
    { ...run, outputs: wrapped },
  ]
  const { loss, messages } = repair(list, { format: 'openai-responses' })
  expect({ loss, messages }).toEqual({ loss: 'none', messages: [list[0], { ...run, outputs: [first, second] }] })
})

test.each([
  ['under names of their own', [{ a: first, b: second }]],
  ['beside something else', [[first, { told: 'SECOND' }]]],
  ['in no list', { a: first, b: second }],
  ['as texts', ['FIRST', 'SECOND']],
  ['as a text alone', 'FIRST SECOND'],
])('I4: outputs %s are deleted', (_, wrapped) => {
  const list = [
    { role: 'user', content: 'Q' },
    { ...run, outputs: wrapped },
  ]
  const { messages } = repair(list, { format: 'openai-responses' })
  expect(JSON.stringify(messages)).toMatch(/FIRST.*SECOND/)
  expect(repair(messages as readonly unknown[], { format: 'openai-responses' }).messages).toEqual(messages)
})
