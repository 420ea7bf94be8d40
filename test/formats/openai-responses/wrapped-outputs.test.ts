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
