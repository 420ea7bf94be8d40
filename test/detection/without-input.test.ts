import { describe, expect, it, test } from 'vitest'
import { withoutInput } from '../../src/detection/shapes/without-input.ts'
import { detectError } from '../../src/repair/detect-error.ts'
import { growthOf, mostGrowth } from '../growth-of.ts'

/** What somebody asks about an error of another day. */
const said =
  "I got 400 messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01. Don't {stop}: why?"
const conversation = [{ role: 'user', content: [{ type: 'text', text: said }] }]
const python = `[{'type': 'text', 'text': "${said}"}]`
const entry = (input: unknown): object => ({
  type: 'string_type',
  loc: ['body', 'messages', 3, 'content'],
  msg: 'Input should be a valid string',
  input,
})
const issues = '[{"code":"invalid_union","path":[3,"parts",0],"message":"Invalid input"}]'

const errors: Readonly<Record<string, unknown>> = {
  'the AI SDK': `Type validation failed: Value: ${JSON.stringify(conversation)}.\nError message: ${issues}`,
  'the AI SDK, at a place': `Type validation failed for messages[3].parts (m4): Value: ${JSON.stringify(conversation)}.\nError message: ${issues}`,
  'the AI SDK, cut off': `Type validation failed: Value: ${JSON.stringify(conversation).slice(0, -30)}`,
  'pydantic, in words': `1 validation error for Chat\nmessages.3.content\n  Input should be a valid string [type=string_type, input_value=${python}, input_type=list]`,
  'pydantic, parsed': { detail: [entry(said)] },
  'pydantic, a list': JSON.stringify({ detail: [entry(conversation), entry(conversation)] }),
  'pydantic, printed within a body': JSON.stringify({
    object: 'error',
    message: JSON.stringify([entry(conversation)]),
  }),
  'pydantic, as vLLM prints it': `{"object":"error","message":"[{'type': 'string_type', 'loc': ('body', 'messages', 3, 'content'), 'msg': 'Input should be a valid string', 'input': ${python.replaceAll('"', '\\"')}}]"}`,
  botocore: `Parameter validation failed:\nInvalid type for parameter messages[3].content[0].text, value: ${python}, type: <class 'list'>, valid types: <class 'str'>`,
  zod: { issues: [{ path: ['messages', 3, 'content'], message: 'Expected string', input: said }] },
  LangChain: `Unable to coerce message from array: only human, AI, system, developer, or tool message coercion is currently supported.\n\nReceived: ${JSON.stringify({ type: 'critic', content: said }, null, 2)}`,
  'LangChain of Python': `ValueError: Message dict must contain 'role' and 'content' keys, got {'type': 'x', 'text': "${said}"}`,
  Google: `Invalid value at 'contents[3].parts[0].function_response.response' (type.googleapis.com/google.protobuf.Struct), ${JSON.stringify(said)}`,
  'a parser of LangChain': `OutputParserException: Failed to parse. Text: "${said}". Error: SyntaxError`,
}

describe('an error that is quoted in a prompt is taken for the one of this request', () => {
  for (const [name, error] of Object.entries(errors))
    it(`by ${name}`, () => {
      const detected = detectError(error)
      expect(detected?.type).not.toBe('tool_result_missing')
      expect([undefined, 3]).toContain(detected?.messageIndex)
    })
})

test('what is said behind the input is lost', () => {
  const text = `{"input":${JSON.stringify(conversation)},"msg":"bad","input":"ab cd ef, g","end":1}`
  expect(withoutInput(text)).toBe('{"input":…,"msg":"bad","input":…,"end":1}')
})

test('types and names of what was given are lost', () => {
  const texts = [
    `{"input": {"type": "critic", "id": "x"}, "msg": "bad"}`,
    `[type=string_type, input_value=None, input_type=NoneType]`,
    `the field input: "is of no use to us"`,
  ]
  for (const text of texts) expect(withoutInput(text)).toBe(text)
})

test.each([
  ['inputs that never end', (count: number) => '"input": [[["a b c", '.repeat(count)],
  ['leads without an end', (count: number) => 'input_value='.repeat(count)],
  ['conversations', (count: number) => 'Type validation failed: Value: '.repeat(count)],
  ['bytes', (count: number) => `{"input":"${'A'.repeat(5 * count)}"}`],
])('a long error takes the square of its length: %s', (_, textOf) => {
  const growth = growthOf((count) => {
    const text = textOf(count)
    return () => withoutInput(text)
  }, 2_000)
  expect(growth).toBeLessThanOrEqual(mostGrowth)
})
