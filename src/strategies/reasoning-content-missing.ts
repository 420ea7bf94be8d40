import { marked, syntheticText } from '../faults/synthetic-text.ts'
import type { ReasoningItems } from '../formats/format.ts'
import { isEqual } from '../json/is-equal.ts'
import type { LintContext } from '../lint/lint-context.ts'
import type { Block, Message } from '../transcript/transcript.ts'
import { defineStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'

export const reasoningContentMissingMeta: FaultMeta = {
  title: 'reasoning that must be passed back is missing',
  meaning: 'The provider demands that reasoning content be passed back and it is absent.',
  repair:
    'It comes back as it was recorded; else the empty text that the provider accepts, or a marked one, or thinking is off for the retry.',
  says: 'The `reasoning_content` in the thinking mode must be passed back to the API.',
  link: 'https://api-docs.deepseek.com/guides/thinking_mode',
  frequent: true,
}

/**
 * The provider demands that reasoning content be passed back and it is absent.
 *
 * Repair: the original from the part store, or what another vendor's field holds; else the empty string that the provider accepts, and a
 * marked text where that is none to it.
 * Where thinking is a signed block none can be written: thinking is turned off for the request.
 */
export const reasoningContentMissing: Strategy<'reasoning_content_missing'> = defineStrategy({
  type: 'reasoning_content_missing',

  learn: ({ named, rules: { indexCounts, indexForms, results } }) => {
    // Elsewhere a message is made of what the provider counts.
    const isOwn = results === 'own-messages' && !indexCounts && !indexForms
    return { rules: { reasoningText: 'required', ...(isOwn && named && { reasoningMissed: named }) } }
  },

  visit: {
    message(message, context) {
      const { evidence, format, report, rules } = context
      if (rules.reasoningText !== 'required' || message.role !== 'assistant') return
      const field = format.reasoningField
      if (format.reasoningItems !== undefined) return checkStep(message, format.reasoningItems, context)
      const call = callIn(message)
      const { isFilled, ofAll } = demandOf(context)
      const isThere = ({ field: own, kind, text }: Block): boolean =>
        kind === 'thinking' && (field === null ? text !== '' : own === field && !(isFilled && text === ''))
      if ((call === undefined && !ofAll) || message.blocks.some(isThere)) return
      const { thoughts } = format.write
      if (field === null && thoughts === undefined) return turnOff(message, context)
      const original = call && evidence.originalOf?.(call)
      const elsewhere = message.blocks.find((block) => block.kind === 'thinking' && block.text)
      const text = typeof original === 'string' ? original : (elsewhere?.text ?? '')
      report({
        at: message,
        detail: { restored: text !== '' },
        loss: text === '' ? 'synthesised' : 'none',
        fix: (edit) => {
          if (field !== null) edit.setField(message, field, text || (isFilled ? marked(syntheticText.noReasoning) : ''))
          else edit.insert(message, 0, thoughts!(text || marked(syntheticText.noReasoning)))
        },
      })
    },
  },
})

function callIn({ blocks }: Message): Block | undefined {
  return blocks.find(({ kind }) => kind === 'tool_call')
}

interface Demand {
  /** An empty reasoning is none. */
  readonly isFilled: boolean
  /** Messages without calls owe it as well. */
  readonly ofAll: boolean
}

/** Of whom reasoning is demanded, and whether an empty one is none: the message that an error has named tells both. */
function demandOf({ format, rules: { reasoningForm, reasoningMissed: named } }: LintContext): Demand {
  const isEmpty = named?.blocks.some(({ field, text }) => field === format.reasoningField && text === '') === true
  return {
    isFilled: reasoningForm === 'filled' || isEmpty,
    ofAll: named?.role === 'assistant' && callIn(named) === undefined,
  }
}

/** What the model thought is gone, and nobody can sign another. */
function turnOff(message: Message, { report, request, rules: { thinkingOff } }: LintContext): void {
  if (!thinkingOff || isEqual({ ...request, ...thinkingOff }, request)) return
  report({
    at: message,
    detail: { restored: false },
    loss: 'synthesised',
    fix: (edit) => edit.setRequest(thinkingOff),
  })
}

/** Where reasoning is an item: one leads each step of the model that calls, and it must say something. */
function checkStep(
  message: Message,
  items: ReasoningItems,
  { evidence, report, transcript: { messages } }: LintContext,
): void {
  if (messages[message.index - 1]?.role === 'assistant') return
  const blocks: Block[] = []
  for (let at = message.index; messages[at]?.role === 'assistant'; at += 1) blocks.push(...messages[at]!.blocks)
  const call = blocks.find(({ kind }) => kind === 'tool_call')
  const led = blocks.find(({ kind }) => kind === 'thinking')
  if (call === undefined || (led !== undefined && items.textOf(led, 'content') !== '')) return
  const original = evidence.originalOf?.(call)
  const known = typeof original === 'string' ? original : led && items.textOf(led, 'summary')
  const item = items.write(known || marked(syntheticText.noReasoning), led)
  report({
    at: message,
    detail: { restored: Boolean(known) },
    loss: known ? 'none' : 'synthesised',
    fix: (edit) => (led ? edit.replace(led, item) : edit.insertRaw(message.index, item)),
  })
}
