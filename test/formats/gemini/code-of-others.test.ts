import { describe, expect, test } from 'vitest'
import { repair } from '../../../src/repair/repair.ts'

const code = { executableCode: { language: 'PYTHON', code: 'print(1)' } }
const output = { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } }
const response = { toolResponse: { id: 'a', toolType: 'GOOGLE_SEARCH_WEB', response: { x: 1 } } }
const said = (role: string, ...parts: object[]): object => ({ role, parts })
const [ask, answer] = [{ text: 'a' }, { text: 'x' }]

describe('code that a turn of the user holds', () => {
  test.each([
    ['first', [said('user', ask, code, output)]],
    ['last', [said('user', ask), said('model', answer), said('user', code, output, { text: 'And now?' })]],
    ['twice', [said('user', ask, code, output), said('model', answer), said('user', code, output)]],
    ['of a function', [said('user', ask), said('model', answer), said('function', code, output), said('user', ask)]],
    ['what a server gave back', [said('user', ask), said('model', answer), said('user', response, ask)]],
  ])('becomes text, although no refusal tells of it: %s', (_where, contents) => {
    const result = repair(contents, { format: 'gemini', request: { model: 'gemini-2.5-flash' } })
    expect(result.messages).toBe(contents)
  })

  test('hides a call in the user’s turn, which is none of the user’s', () => {
    const contents = [said('user', ask, code, { functionCall: { name: 'read', args: {} } }), said('model', answer)]
    const { faults } = repair(contents, { format: 'gemini', request: { model: 'gemini-2.5-flash' } })
    expect(faults[0]).toMatchObject({ at: { messageIndex: 0 } })
  })
})
