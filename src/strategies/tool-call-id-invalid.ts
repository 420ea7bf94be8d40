import type { Rules, TokenRule } from '../formats/rules.ts'
import type { Block } from '../transcript/transcript.ts'
import { defineStrategy, extendStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { LintContext } from '../lint/lint-context.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'
import { callIdRule, isLegalId } from './shared/fresh-call-id.ts'
import { narrowTokenRule } from './shared/narrow-token-rule.ts'
import { renameCall } from './shared/rename-call.ts'

export const toolCallIdInvalidMeta: FaultMeta = {
  title: 'a tool call id that is missing or illegal',
  meaning: 'A call or result id is missing, empty, too long, or has illegal characters.',
  repair: 'Deterministic collision-free re-id of both halves of the pair.',
  says: "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
  link: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolUseBlock.html',
}

/**
 * A call or result id is missing, empty, too long, or has illegal characters.
 *
 * Repair: a deterministic new id for both halves of the pair. A result without an id belongs to the only open call before
 * it, when there is just one.
 */
export const toolCallIdInvalid: Strategy<'tool_call_id_invalid'> = defineStrategy({
  type: 'tool_call_id_invalid',

  learn: ({ limit, rules, text }) => ({ rules: { callIds: narrowTokenRule(rules.callIds, limit, text) } }),

  visit: {
    tool_call(call, context) {
      const { report, rules } = context
      if (isLegal(call, rules)) return
      report({
        at: call,
        detail: { part: 'call', callId: call.callId ?? '' },
        fix: (edit) => renameCall(edit, call, context),
      })
    },

    tool_result(result, context) {
      if (!result.callId && !context.rules.callIdsOptional) takeIdOfOwner(result, context)
    },
  },
})

/** The id of a result is that of its call. */
function takeIdOfOwner(result: Block, { format, pairing, report }: LintContext): void {
  const owner = pairing.owned.get(result)
  if (owner?.callId === '') return
  report({
    at: result,
    detail: { part: 'result' },
    ...(owner?.callId && { fix: (edit) => edit.replace(result, format.write.withCallId(result, owner.callId!)) }),
  })
}

/** The same where a model wants ids of one length, or what is compared is the id of a call that has one. */
export const callIdExact: Strategy<'tool_call_id_invalid'> = /* @__PURE__ */ extendStrategy(toolCallIdInvalid, {
  learn: (refusal) => {
    const callIds = exactRuleIn(refusal.text)
    return callIds ? { rules: { callIds } } : toolCallIdInvalid.learn!(refusal)
  },

  visit: {
    tool_result(result, context) {
      const owned = context.pairing.owned.get(result)?.callId
      const isOther = context.rules.resultsCounted === 'compared' && owned !== undefined && owned !== result.callId
      if (isOther) takeIdOfOwner(result, context)
      else toolCallIdInvalid.visit.tool_result!(result, context)
    },
  },
})

/** Validators and templates of Mistral's models run on servers of any name: "a-z, A-Z, 0-9, with a length of 9". */
function exactRuleIn(text: string): TokenRule | undefined {
  const said = /(?:\b0-9|\balphanumeric)\b[^.]{0,20}?\bwith\s(?:a\s)?length\s(?:of\s)?(\d{1,3})\b/i.exec(text)?.[1]
  if (said === undefined) return undefined
  const length = Number(said)
  return { pattern: /^[a-zA-Z0-9]+$/, maxLength: length, replacement: '', exactLength: length }
}

function isLegal(call: Block, rules: Rules): boolean {
  const id = call.callId
  if (id === undefined || id === '') return rules.callIdsOptional && id === undefined
  return isLegalId(id, callIdRule(call, rules))
}
