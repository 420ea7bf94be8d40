import { expect, test } from 'vitest'
import { repair } from '../../../src/repair/repair.ts'

interface Said {
  readonly role: string
  readonly content: string
}

const ask: Said = { role: 'user', content: 'Look.' }
const rules = (role: string): Said => ({ role, content: 'Be brief.' })

function refused(messages: readonly Said[], index: number, what: string): readonly Said[] {
  const message = `Unsupported value: 'messages[${index}].role' does not support ${what}.`
  const error = { message, type: 'invalid_request_error', param: `messages[${index}].role`, code: 'unsupported_value' }
  return repair(messages, { format: 'openai-chat', request: { model: 'o1-mini' }, error: { status: 400, error } })
    .messages as readonly Said[]
}

test('a model that knows neither a system nor a developer is sent both in turn for ever', () => {
  const second = refused([rules('system'), ask], 0, "'system' with this model")
  expect(second).toEqual([rules('developer'), ask])
  expect(refused(second, 0, "'developer' with this model")).toEqual([rules('user'), ask])
})

test('the words of a system become those of a user where the system that stands before them has passed, or no model is named', () => {
  expect(refused([rules('system'), ask, rules('developer'), ask], 2, "'developer' with this model")).toEqual([
    rules('system'),
    ask,
    rules('system'),
    ask,
  ])
  expect(refused([rules('developer'), ask], 0, "'developer'")).toEqual([rules('system'), ask])
})
