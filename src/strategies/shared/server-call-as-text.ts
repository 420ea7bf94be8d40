import type { Format } from '../../formats/format.ts'
import type { Draft } from '../../lint/draft.ts'
import type { Block } from '../../transcript/transcript.ts'
import { callAsText } from './call-as-text.ts'
import { resultAsText } from './result-as-text.ts'

/** What the texts are called that stand for a call of a tool of the provider, and for what it gave back. */
export const callLabel = 'A call of a tool that the provider does not run'
export const resultLabel = 'The result of the call above'

/** A call that its provider was to run, with what it gave back, as marked text in their places: another provider takes neither. */
export function serverCallAsText(edit: Draft, call: Block, result: Block | undefined, format: Format): void {
  const told = format.write.text(callAsText(callLabel, call.name, format.write.plainText(call)))
  const output = result === undefined ? [] : resultAsText(result, format, resultLabel)
  // UIMessages keep both in one part.
  if (result?.raw === call.raw) return edit.replace(call, told, ...output)
  edit.replace(call, told)
  if (result) edit.replace(result, ...output)
}
