import { describe, expect, test } from 'vitest'
import { withoutSourceLines } from '../../src/detection/shapes/without-source-lines.ts'
import { detectErrorType } from '../../src/repair/detect-error-type.ts'

const sentence =
  'messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01AbCdEfGhJkMnPqRsTuVwXy.'
const body = JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message: sentence } })

const frames: Readonly<Record<string, (code: string) => string>> = {
  'a notebook': (code) => `Cell In[3], line 2\n      1 ${code}\n----> 2 ask()\n\n`,
  Rich: (code) => `│ /app/run.py:12 in main │\n│   11 │   ${code} │\n│ ❱ 12 │   ask() │\n╰────╯\n`,
  Bun: (code) => `12 | ${code}\n13 | const answer = await ask()\n                    ^\n`,
  Babel: (code) => `  11 | ${code}\n> 12 | await ask()\n     |       ^\n`,
}

const statements = [
  'data = b64encode("hi".encode("utf-8"))',
  "const line = '-'.repeat(40)",
  'log.info("asking {}".format(name))',
  'name = f"{base}/v1"',
  'if "x" in text:',
  'expect(answer).toBe(1)',
]

describe.each(Object.entries(frames))('the source that %s shows', (_, frame) => {
  test.each(statements)('hides the refusal behind it: %s', (code) => {
    expect(detectErrorType(`${frame(code)}BadRequestError: 400 ${body}`)).toBe('tool_result_missing')
    expect(withoutSourceLines(`${frame(code)}BadRequestError: 400`)).not.toContain(code)
  })

  test('takes along what was thrown, for it has a number and a bar in it', () => {
    const thrown = `BadRequestError: 400 | ${body}`
    expect(withoutSourceLines(`${frame('ask()')}${thrown}`)).toContain(thrown)
  })
})

test.each([
  `12 | const REFUSAL = '${sentence}'\n13 | ask(REFUSAL)`,
  `11 | ask()\n> 12 | const REFUSAL = '${sentence}'`,
  `12 | ${sentence}\nBadRequestError: 400`,
])('lines with numbers that nothing was thrown at are taken away: %s', (text) => {
  expect(withoutSourceLines(text)).toBe(text)
})
