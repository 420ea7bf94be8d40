import type { Draft } from '../../lint/draft.ts'
import type { LintContext } from '../../lint/lint-context.ts'
import type { Block } from '../../transcript/transcript.ts'
import { callIdRule, freshCallId, isLegalId } from './fresh-call-id.ts'

/** Gives a call an id of its own, together with the result that it owns; one that has lost its id has it from its result. */
export function renameCall(edit: Draft, call: Block, context: LintContext): void {
  const { pairing, rules } = context
  const result = pairing.resultOf.get(call)
  const kept = call.callId ? undefined : result?.callId
  const id = kept && isLegalId(kept, callIdRule(call, rules)) ? kept : freshCallId(call, context)
  edit.renameCall(call, id, result)
}
