import { describe, expect, test } from 'vitest'
import { isSettled } from '../../src/detection/talk/is-settled.ts'
import { detectErrorType } from '../../src/repair/detect-error-type.ts'

const errors = {
  prefill_unsupported: 'This model does not support assistant message prefill.',
  // Quotes within itself.
  tool_result_orphan: 'unexpected `tool_use_id` found in `tool_result` blocks: toolu_1',
  role_alternation: 'roles must alternate between "user" and "assistant"',
}

const settled: readonly ((error: string) => string)[] = [
  (error) => `Duplicate of #123 ("${error}")`,
  (error) => `Classify "${error}" as non-retryable`,
  (error) => `Prevents "${error}" 400s after compaction`,
  (error) => `We already strip blocks that would trigger "${error}".`,
  (error) => `Sanitizer throws "${error}" on duplicates`,
  (error) => `I wasn't able to reproduce the "${error}" error locally with the latest build.`,
  (error) => `Looks like #88: "${error}". Closing.`,
  (error) => `TODO: figure out whether "${error}" still applies`,
  (error) => `The client no longer hits "${error}".`,
  (error) => `On fusionne les tours pour éviter « ${error} ».`,
  (error) => `Ahora se eliminan, y ya no aparece "${error}".`,
  (error) => `Zed filtert sie heraus, damit die API kein „${error}“ mehr meldet.`,
  (error) => `空のブロックを除くことで「${error}」を防ぎます。`,
  (error) => `Теперь ошибки «${error}» больше нет.`,
  (error) => `这样就不会再触发 "${error}" 了。`,
]

const came: readonly ((error: string) => string)[] = [
  (error) => `Zed fails with "${error}" after a restart`,
  (error) => `Gemini: "${error}" when resuming`,
  (error) => `Avoidable failure: 400 "${error}"`,
  (error) => `{"error": {"message": ${JSON.stringify(error)}}}`,
]

describe('what is quoted as settled', () => {
  test.each(settled)('is taken for the error of somebody: form %#', (form) => {
    for (const error of Object.values(errors)) {
      expect([error, detectErrorType(form(error))]).toEqual([error, null])
      expect(isSettled(form(error), form(error).indexOf(error))).toBe(true)
    }
  })

  test('a sentence of its own before the quotation makes it an error that came', () => {
    const told = (error: string): string => `Los resultados huérfanos se quitan, ya no aparece "${error}".`
    expect(detectErrorType(told(errors.tool_result_orphan))).toBeNull()
    expect(detectErrorType(`Hay resultados huérfanos: "${errors.tool_result_orphan}".`)).toBe('tool_result_orphan')
  })

  test.each(came)('hides an error that came: form %#', (form) => {
    for (const [type, error] of Object.entries(errors)) {
      expect(detectErrorType(form(error))).toBe(type)
      expect(isSettled(form(error), form(error).indexOf(error.slice(0, 9)))).toBe(false)
    }
  })
})
