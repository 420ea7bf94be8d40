import { describe, expect, it } from 'vitest'
import { diagnose, repair } from '../../src/index.ts'
import { anthropicMessages, createLinter, detectError, gemini } from '../../src/linter.ts'

const format = 'anthropic-messages'
const broken = [
  { role: 'user', content: 'Hi' },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'read', input: {} }] },
  { role: 'user', content: 'go on' },
]
const error = 'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1.'

describe('a linter of chosen formats', () => {
  const linter = createLinter({ formats: [anthropicMessages, gemini], detectError })

  it('finds or repairs something else than the linter of all formats', () => {
    expect(linter.diagnose(broken, { format })).toEqual(diagnose(broken, { format }))
    expect(linter.repair(broken, { format, error })).toEqual(repair(broken, { format, error }))
    expect(linter.repair(broken, { format }).changed).toBe(true)
    const contents = [{ role: 'model', parts: [] }]
    expect(linter.repair(contents, { format: 'gemini' })).toEqual(repair(contents, { format: 'gemini' }))
  })

  it('changes what is healthy (I1)', () => {
    const healthy = broken.slice(0, 1)
    expect(linter.repair(healthy, { format }).messages).toBe(healthy)
  })

  it('takes a format that was not chosen, or does not say which were', () => {
    const asked = (): unknown => linter.diagnose([], { format: 'openai-chat' })
    expect(asked).toThrow(expect.objectContaining({ code: 'unknown_format' }))
    expect(asked).toThrow('anthropic-messages, gemini')
  })

  it('takes an error for none where nothing was chosen to read it', () => {
    const { repair: repairOnly } = createLinter({ formats: [anthropicMessages] })
    expect(repairOnly(broken, { format }).changed).toBe(true)
    expect(() => repairOnly(broken, { format, error })).toThrow(expect.objectContaining({ code: 'invalid_options' }))
    expect(() => createLinter({ formats: [] })).toThrow(expect.objectContaining({ code: 'invalid_options' }))
  })
})
