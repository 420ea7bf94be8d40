import { describe, expect, test } from 'vitest'
import { isToldAbroad } from '../../src/detection/talk/is-told-abroad.ts'
import { detectErrorType } from '../../src/repair/detect-error-type.ts'

const errors = {
  prefill_unsupported: 'This model does not support assistant message prefill.',
  tool_result_missing: 'No tool output found for function call call_Ab12.',
  tool_result_orphan: 'unexpected `tool_use_id` found in `tool_result` blocks: toolu_1',
}

describe('an error that is quoted in another language', () => {
  test.each([
    (error: string) => `Ich bekomme ständig den Fehler „${error}“ in Zed.`,
    (error: string) => `Wenn ich auf Fortsetzen klicke, erscheint nur „${error}“ und es bricht ab.`,
    (error: string) => `Depuis hier, le client affiche « ${error} » à chaque message.`,
    (error: string) => `Cuando intento seguir me sale el error "${error}" al reanudar.`,
    (error: string) => `O cliente mostra "${error}" e para.`,
    (error: string) => `再開すると「${error}」と表示されます`,
    (error: string) => `다시 시작할 때 "${error}" 오류가 납니다`,
    (error: string) => `Aider выдаёт ошибку «${error}» на третьем шаге`,
  ])('is taken for talk: form %#', (form) => {
    for (const [type, error] of Object.entries(errors)) expect(detectErrorType(form(error))).toBe(type)
  })

  test.each([
    (error: string) => `Falls der Verlauf so endet, meldet die API „${error}“ und bricht ab.`,
    (error: string) => `Der Fehler „${error}“ bedeutet, dass der Verlauf so endet.`,
    (error: string) => `Если история обрезана, сервер отвечает «${error}» и всё.`,
    (error: string) => `もし履歴を切ると「${error}」と表示されます`,
    (error: string) => `「${error}」は履歴が切れたという意味です`,
    (error: string) => `서버는 "${error}" 오류를 돌려준다.`,
    (error: string) => `Теперь ошибки «${error}» больше нет.`,
    (error: string) => `It ended with "${error}" in the log`,
  ])('is taken for what came where it may come only, is over or is explained: form %#', (form) => {
    for (const error of Object.values(errors))
      expect(isToldAbroad(form(error), form(error).lastIndexOf(error))).toBe(false)
  })
})
