import type { Draft } from '../lint/draft.ts'
import type { LintContext } from '../lint/lint-context.ts'
import type { Block } from '../transcript/transcript.ts'
import { freshCallId } from './fresh-call-id.ts'

/** Gives a call an id of its own, together with the result that it owns. */
export function renameCall(edit: Draft, call: Block, context: LintContext): void {
  const { format, pairing } = context
  const id = freshCallId(call, context)
  edit.replace(call, format.write.withCallId(call, id))
  const result = pairing.resultOf.get(call)
  if (result && result.raw !== call.raw) edit.replace(result, format.write.withCallId(result, id))
}
