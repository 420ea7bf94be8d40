import type { Format } from '../../formats/format.ts'
import { extendStrategy, type Strategy } from '../../lint/define-strategy.ts'
import type { Report } from '../../lint/fault.ts'
import type { LintContext } from '../../lint/lint-context.ts'
import type { Rules } from '../../formats/rules.ts'
import { isClientCall } from '../../transcript/is-client-call.ts'
import type { Block, Transcript } from '../../transcript/transcript.ts'
import { itemIdInvalid } from '../item-id-invalid.ts'
import { itemInvalid } from './item-invalid.ts'
import { reasoningItemUnpaired } from '../reasoning-item-unpaired.ts'
import { serverCallAsText } from '../shared/server-call-as-text.ts'
import { toolResultMissingElsewhere } from '../tool-result-missing.ts'
import { resultOfLostCall } from '../tool-result-orphan.ts'

/** Items whose reasoning is gone: what they say stays, and the server does not know them any more. */
const partUnpaired = /* @__PURE__ */ extendStrategy(reasoningItemUnpaired, {
  learn: (refusal) => ({
    ...reasoningItemUnpaired.learn!(refusal),
    ...(refusal.rules.itemIdForm === undefined && {
      rules: { unledItem: /\bitem\W+([\w-]+)\W+of type .* required\W+reasoning/is.exec(refusal.text)?.[1] },
    }),
  }),

  visit: {
    end(context) {
      const { format, report, rules } = context
      if (rules.unledItem === undefined || format.itemId === undefined) return
      for (const block of unledParts(context, rules.unledItem)) report(forgotten(block, context))
    },
  },
})

/** Ids of another form than the server takes: all of that kind of part, for one program has written them. */
const partIdInvalid = /* @__PURE__ */ extendStrategy(itemIdInvalid, {
  learn: (refusal) => ({
    ...itemIdInvalid.learn!(refusal),
    ...(refusal.rules.itemIdForm === undefined && { rules: { partIds: demandIn(refusal.text, refusal.limit) } }),
  }),

  visit: {
    end(context) {
      const { format, report, rules, transcript } = context
      if (rules.partIds === undefined) return
      for (const block of refusedParts(transcript, format, rules.partIds)) report(forgotten(block, context))
    },
  },
})

/** Sealed reasoning of an item that nobody names. */
const partUnnamed = /* @__PURE__ */ extendStrategy(itemInvalid, {
  // It counts in another list than this one.
  learn: (refusal) =>
    refusal.rules.itemIdsUnique === true &&
    refusal.rules.itemIdForm === undefined &&
    /^input\.\d+\.id$/.test(refusal.path ?? '')
      ? { rules: { sealsNamed: true }, suspects: () => false }
      : itemInvalid.learn!(refusal),

  visit: {
    thinking(block, context) {
      const { format, report, rules } = context
      if (rules.sealsNamed === true && format.isNamelessItem?.(block) === true) report(forgotten(block, context))
    },
  },
})

/** Calls that the server knows under the id of their item, and by another id of the call than their results name. */
const callsUnderAnotherId = /* @__PURE__ */ extendStrategy(resultOfLostCall, {
  visit: {
    end(context) {
      for (const call of callsBehind(context, context.rules.lostElsewhere, true))
        context.report(forgotten(call, context))
    },
  },
})
const answersUnderAnotherId = /* @__PURE__ */ extendStrategy(toolResultMissingElsewhere, {
  visit: {
    end(context) {
      toolResultMissingElsewhere.visit.end?.(context)
      for (const call of callsBehind(context, context.rules.unanswered, false)) context.report(forgotten(call, context))
    },
  },
})

/** The same where the parts of a message stand for items, with the ids of these beside what they say. */
export const ofKeptParts: readonly Strategy[] = [
  partUnpaired,
  partIdInvalid,
  partUnnamed,
  callsUnderAnotherId,
  answersUnderAnotherId,
]

/** The part as one that no server has: reasoning is nothing then, and what a tool of the provider gave back is text. */
function forgotten(block: Block, { format, pairing }: LintContext): Report {
  if (block.kind === 'thinking') return { at: block, loss: 'synthesised', fix: (edit) => edit.giveUpThinking(block) }
  const whole = format.write.withoutItemId?.(block)
  if (whole !== undefined && !block.shape.server) return { at: block, fix: (edit) => edit.replace(block, whole) }
  return {
    at: block,
    loss: 'synthesised',
    fix: (edit) => serverCallAsText(edit, block, pairing.resultOf.get(block), format),
  }
}

/** What is sent as references to items: a package keeps what the provider ran under the ids of the call, its part and its result. */
function referencesOf(block: Block, { format: { itemId }, pairing }: LintContext): readonly string[] {
  const result = pairing.resultOf.get(block)
  const ran = isRun(block) ? [block.callId, result && itemId?.(result)] : []
  return [itemId?.(block), ...ran].filter((id) => id !== undefined)
}

/** A call that the provider ran, and nobody asks the client about. */
const isRun = ({ kind, shape }: Block): boolean => kind === 'tool_call' && shape.server

/** The part with that id, and behind it all in whose step no reasoning leads: who strips reasoning strips all of it. */
function unledParts(context: LintContext, id: string): readonly Block[] {
  const unled: Block[] = []
  for (const { blocks } of context.transcript.messages) {
    let isLed = false
    for (const block of blocks) {
      if (block.shape.opens !== undefined) isLed = false
      const own = referencesOf(block, context)
      if (own.length === 0 || block.kind === 'tool_result') continue
      if (block.kind === 'thinking') isLed = true
      else if (own.includes(id) || (!isLed && unled.length > 0)) unled.push(block)
    }
  }
  return unled
}

/** Of the calls that are sent as references those that an error names, where `named` may be meant; all, where nothing in the list has its ids. */
function callsBehind(
  { format: { itemId }, rules, transcript: { messages } }: LintContext,
  told: Rules['lostElsewhere'],
  named: boolean,
): readonly Block[] {
  if (told === undefined || itemId === undefined || rules.itemIdForm !== undefined) return []
  const blocks = messages.flatMap((message) => message.blocks)
  const isTold = ({ callId }: Block): boolean => told === 'all' || told.has(callId ?? '')
  const calls = blocks.filter((block) => isClientCall(block) && itemId(block) !== undefined)
  return blocks.some(isTold) ? calls.filter((call) => named && isTold(call)) : calls
}

/** What an error tells of ids, and which one it quotes. */
function demandIn(text: string, limit = Infinity): NonNullable<Rules['partIds']> {
  const [, refused, prefix = ''] = /'([^']*)'\. expected an id that (?:begins with '?(\w+)|contains)/i.exec(text) ?? []
  return { refused, prefix, maxLength: limit }
}

/** One program has written the ids of all calls of a client; each tool of a provider has items of its own. */
const kindOf = (block: Block): string => (isRun(block) ? `${block.kind} ${block.name}` : block.kind)

function refusedParts(
  { messages }: Transcript,
  { itemId }: Format,
  { maxLength, prefix, refused }: NonNullable<Rules['partIds']>,
): readonly Block[] {
  const parts = messages.flatMap(({ blocks }) => {
    return blocks.flatMap((block) => {
      const id = block.kind === 'tool_result' ? undefined : itemId?.(block)
      return id === undefined ? [] : [{ block, id }]
    })
  })
  const kinds = new Set(parts.filter(({ id }) => id === refused).map(({ block }) => kindOf(block)))
  return parts
    .filter(
      ({ block, id }) =>
        id.length > maxLength || id === refused || (kinds.has(kindOf(block)) && !id.startsWith(prefix)),
    )
    .map(({ block }) => block)
}
