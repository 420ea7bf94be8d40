import { freshCallId } from './shared/fresh-call-id.ts'
import { isEqual } from '../json/is-equal.ts'
import { itemIdOf } from '../lint/pairing/item-id.ts'
import type { LintContext } from '../lint/lint-context.ts'
import type { RepeatedCall } from '../lint/pairing/pairing.ts'
import type { Block } from '../transcript/transcript.ts'
import { defineStrategy, extendStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'

export const toolCallIdDuplicateMeta: FaultMeta = {
  title: 'two tool calls with one id',
  meaning: 'Two calls carry the same id where ids must be unique.',
  repair: 'The later call and its own result get a new id.',
  says: 'messages.9.content.3: `tool_use` ids must be unique',
  link: 'https://code.claude.com/docs/en/errors',
  frequent: true,
}

/**
 * Two calls carry the same id where ids must be unique.
 *
 * Repair: the later occurrence gets an id of its own, together with its own result. An exact copy without a result of its
 * own is the same call written twice, and goes, unless signed thinking stands in its list, or in one that repeats it (I11):
 * calls in a list apart from both are not what was signed. Where the whole message was written twice, the second one goes
 * with its thinking.
 */
export const toolCallIdDuplicate: Strategy<'tool_call_id_duplicate'> = defineStrategy({
  type: 'tool_call_id_duplicate',

  learn: () => ({ rules: { callIdScope: 'transcript' } }),

  visit: {
    repeated(pair, context) {
      checkRepeated(pair, context, hasThinking)
    },
  },
})

function checkRepeated(
  { call, first, inCopy, result }: RepeatedCall,
  context: LintContext,
  isSigned: (call: Block) => boolean,
): void {
  // The same item written twice is the item's own fault, whatever follows each copy.
  if (itemIdOf(call.message, context.rules) !== undefined && isEqual(call.raw, first.raw)) return
  const isCopy = (result === undefined || result.raw === call.raw) && isWrittenTwice(call, first)
  context.report({
    at: call,
    // What has no id is no second of it.
    detail: { callId: call.callId! },
    fix: (edit) => {
      if (isCopy && inCopy) return edit.removeMessage(call.message)
      if (isCopy && !isSigned(call)) return edit.remove(call)
      edit.renameCall(call, freshCallId(call, context), result)
    },
  })
}

function hasThinking({ message }: Block): boolean {
  return message.blocks.some(({ kind }) => kind === 'thinking')
}

/**
 * The same where calls may have lists of their own, and where some servers pair by order what has one id: a call that is written twice has
 * one result, and goes in any case.
 */
export const callIdRepeated: Strategy<'tool_call_id_duplicate'> = /* @__PURE__ */ extendStrategy(toolCallIdDuplicate, {
  learn: (refusal) => ({
    rules: { ...toolCallIdDuplicate.learn!(refusal).rules, repeatedIds: 'refused' },
  }),

  visit: {
    repeated(pair, context) {
      if (context.rules.repeatedIds === 'taken' && pair.result !== undefined) return
      checkRepeated(pair, context, isSignedInList)
    },
  },
})

/** As it was, or in another place of one message, in the words of that place. */
function isWrittenTwice(call: Block, first: Block): boolean {
  if (call.message !== first.message || call.field === first.field) return isEqual(call.raw, first.raw)
  return call.name === first.name && isEqual(call.payload, first.payload)
}

/** Whether thinking stands in its list, or in one that repeats its calls: there the second of one id repeats the second. */
function isSignedInList(call: Block): boolean {
  const { blocks } = call.message
  const own = (list: string): Block[] => blocks.filter(({ callId, field }) => field === list && callId === call.callId)
  return blocks.some(({ field, kind }) => kind === 'thinking' && own(field).length > own(call.field).indexOf(call))
}
