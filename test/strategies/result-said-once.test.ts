import { expect, test } from 'vitest'
import { repair } from '../../src/index.ts'

// What stands in JSON is quoted: a reader that looked for the plain words found none, and told them again as a message of the user.
test.each(['plain', 'two "quoted" words', 'a\\path\nof two lines', 'Ünïcode → 🧪 "x"'])(
  'an output that is written as JSON is said once more: %j',
  (stdout) => {
    const round = (id: string, output: unknown): object[] => [
      { type: 'function_call', call_id: id, name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: id, output },
    ]
    const list = (output: unknown): object[] => [
      { role: 'user', content: 'a' },
      ...round('x', output),
      { role: 'assistant', content: 'b' },
      ...round('y', output),
    ]
    const { messages } = repair(list({ stdout, code: 1 }), { format: 'openai-responses' })
    expect(messages).toEqual(list(JSON.stringify({ stdout, code: 1 })))
  },
)
