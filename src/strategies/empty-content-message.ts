import type { Loss } from '../faults/loss.ts'
import type { Format } from '../formats/format.ts'
import type { Rules } from '../formats/rules.ts'
import type { LintContext } from '../lint/lint-context.ts'
import { isRecord } from '../json/is-record.ts'
import { stringOf } from '../json/string-of.ts'
import { hidesCalls } from '../lint/hidden-call.ts'
import { sayingsIn } from '../transcript/sayings-in.ts'
import type { Block, Message, Transcript } from '../transcript/transcript.ts'
import { defineStrategy, extendStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'
import { isSynthetic, marked, syntheticText } from '../faults/synthetic-text.ts'

export const emptyContentMessageMeta: FaultMeta = {
  title: 'a message without content',
  meaning: 'A message has no content at all (null, [], no parts, missing field).',
  repair: 'The message goes where the format allows; else a marked placeholder stands in it.',
  mayLose: 'Nothing: there was no content. A placeholder may say so.',
  says: 'messages.12: all messages must have non-empty content except for the optional final assistant message',
  link: 'https://platform.claude.com/docs/en/api/messages',
  frequent: true,
}

/**
 * A message has no content at all (null, [], no parts, missing field).
 *
 * Repair: the message goes where the format allows; where it is the only one, a marked placeholder stands in.
 */
export const emptyContentMessage: Strategy<'empty_content_message'> = defineStrategy({
  type: 'empty_content_message',

  learn: () => ({
    rules: {
      absentContent: 'refused',
      emptyContent: { user: 'refused', assistant: 'refused', system: 'refused', tool: 'refused', unknown: 'refused' },
    },
  }),

  visit: {
    message(message, context) {
      if (isFault(message, context)) settle(message, context, context.transcript.messages.length === 1)
    },
  },
})

/** The message goes, or says what it says in another format, or that it was empty. */
function settle(message: Message, { format, report }: LintContext, only: boolean): void {
  const isForeign = holdsForeignContent(message, format)
  report({
    at: message,
    detail: { role: message.role, content: message.content },
    loss: lossOf(message, format, only || message.blocks.length > 0),
    fix: (edit) => {
      const said = isForeign ? foreignSayings(message) : []
      if (said.length > 0) edit.replaceMessage(message, withSayings(message, said, format))
      else if (only) edit.replaceMessage(message, withPlaceholder(message.raw, format))
      else edit.removeMessage(message)
    },
  })
}

function lossOf(message: Message, format: Format, isChanged: boolean): Loss {
  if (!holdsForeignContent(message, format)) return isChanged ? 'synthesised' : 'none'
  return isTextAlone(message) ? 'synthesised' : 'lossy'
}

/** Whether it is empty, and may not be: absent content, an empty list and an empty text have rules of their own. */
function isFault(message: Message, context: LintContext): boolean {
  const { format, rules } = context
  if (!isEmpty(message) || !isReadable(message.raw) || format.isDirective(message)) return false
  if (message.content === 'absent') return rules.absentContent !== 'allowed'
  const rule = rules.emptyContent[message.role]
  return rule === 'refused' || (rule === 'beside-content' && !context.turnAt(message.turnIndex)!.filled)
}

function withPlaceholder(raw: unknown, { contentField, write }: Format): unknown {
  const placeholder = marked(syntheticText.emptyMessage)
  return typeof raw === 'string' ? placeholder : write.withField(raw, contentField, [write.text(placeholder)])
}

/**
 * The same where a program leaves out what the list has, and where blank text is no fault by itself: it is meant where nothing else in
 * the list is empty.
 */
export const emptyWhenSent: Strategy<'empty_content_message'> = /* @__PURE__ */ extendStrategy(emptyContentMessage, {
  learn: (refusal) => {
    const { messageIndex, named, rules, text, transcript } = refusal
    // A place counts what a package has made of the list. Items of the Responses API stand for themselves.
    const isMade = /\bnull\b/i.test(text) && rules.results !== 'items' && areEmptyInThoughts(transcript)
    const lesson = {
      rules: {
        ...emptyContentMessage.learn!(refusal).rules,
        ...(/empty array/i.test(text) && { emptyLists: 'refused' as const }),
        ...(/assistant/i.test(text) && { emptyBesideCalls: 'refused' as const }),
        // To Kimi a message of nothing but thinking is one of them, and to who asks for content or calls, or names one. Anthropic names the
        // final one, which may be empty.
        ...((saysNoThoughts.test(text) || areThoughts(named) || isMade) && { thinkingAlone: false }),
      },
    }
    // Where people's empty messages were refused before, there is none left but those.
    const isLeft = messageIndex === undefined && rules.emptyContent.user === 'refused'
    if (rules.blankText !== 'allowed') return lesson
    return {
      rules: {
        ...lesson.rules,
        ...(isLeft && { blankText: 'refused' as const }),
        ...((isLeft || ofTool.test(text)) && { blankInResults: true }),
      },
      suspects: (block) => isBlank(block) && block.message.blocks.every(isWordless),
    }
  },

  visit: {
    suspect(block, { report }) {
      report({ at: block, detail: { role: block.message.role }, fix: (edit) => edit.remove(block) })
    },

    message(message, context) {
      const { format, report, rules } = context
      if (rules.emptyLists === 'refused' && format.isSentEmpty?.(message) === true) fillSentEmpty(message, context)
      else if (isHollow(message, rules))
        report({
          at: message,
          detail: { role: message.role },
          loss: message.blocks.some(({ kind }) => kind === 'thinking') ? 'synthesised' : 'none',
          fix: (edit) => edit.removeMessage(message),
        })
      else if (!hidesCalls(message, format)) settleUnsaid(message, context)
    },
  },
})

/** The same where a message may speak beside its content, and programs leave out others. */
function settleUnsaid(message: Message, context: LintContext): void {
  const { format, report, rules, transcript } = context
  const isSilent = isSilentCall(message, rules)
  // Who reads a refusal or an answer in sound beside the content does not ask for words in it as well: DeepSeek and others read neither.
  const aside = asideOf(message)
  const isHeard = speaks(message) && (aside === undefined || rules.emptyContent[message.role] !== 'refused')
  if (!isFaultBeside(message, context, isHeard && !isSilent)) return
  const only = transcript.messages.length === 1 || isLastToBeSent(message, context)
  if (!speaks(message)) return settle(message, context, only)
  const said = isSilent ? marked(syntheticText.callsOnly) : (aside ?? '')
  report({
    at: message,
    detail: { role: message.role, content: message.content },
    loss: lossOf(message, format, only || isSilent || isSynthetic(said)),
    fix: (edit) => edit.setField(message, format.contentField, said),
  })
}

/** The same where it may say enough beside its content, or an empty list is refused whatever else it says. */
function isFaultBeside(message: Message, context: LintContext, saysEnough: boolean): boolean {
  const { format, rules } = context
  const isRefused =
    message.content === 'absent'
      ? rules.absentContent === 'refused'
      : message.content === 'empty' && rules.emptyLists === 'refused' && Array.isArray(contentOf(message, format))
  if (isRefused) return isReadable(message.raw) && !format.isDirective(message)
  return !saysEnough && isFault(message, context)
}

const saysNoThoughts = /\brole\W{1,4}assistant|\bcontent or tool_?calls\b/i

/** Packages of frameworks send them beside the content, or leave them out. */
function areThoughts(message: Message | undefined): boolean {
  return message !== undefined && message.blocks.length > 0 && message.blocks.every(({ kind }) => kind === 'thinking')
}

/** Where all others say something, what a package has made null is what holds nothing but thoughts. */
function areEmptyInThoughts({ messages }: Transcript): boolean {
  const others = messages.filter((message) => !areThoughts(message))
  const isSaying = (block: Block): boolean => block.kind !== 'thinking' && !isBlank(block)
  return others.length < messages.length && others.every(({ blocks }) => blocks.some(isSaying))
}

/** "the message at position 4 with role 'tool' must not be empty" */
const ofTool = /\brole\W{1,3}tool\b/i

/** Nothing but parts without a letter, where such a part is no fault by itself. */
function isHollow({ blocks, role }: Message, { blankText, emptyContent }: Rules): boolean {
  if (blankText !== 'allowed' || emptyContent[role] !== 'refused') return false
  const isEmptyText = ({ kind, text }: Block): boolean => kind === 'text' && text === ''
  return blocks.some(isEmptyText) && blocks.every((block) => block.kind === 'thinking' || isEmptyText(block))
}

function isWordless(block: Block): boolean {
  return isBlank(block) || block.kind === 'thinking'
}

function isBlank({ kind, text }: Block): boolean {
  return kind === 'text' && text?.trim() === ''
}

/** A text beside what the program leaves out, for nothing of that is given up. */
function fillSentEmpty(message: Message, { format, report }: LintContext): void {
  const content = (format.field?.(message.raw, format.contentField) ?? []) as readonly unknown[]
  const text = format.write.text(marked(syntheticText.callsOnly), message.role)
  report({
    at: message,
    detail: { role: message.role, content: message.content },
    loss: 'synthesised',
    fix: (edit) => edit.setField(message, format.contentField, [...content, text]),
  })
}

/** Fields in which the formats keep what is said. */
const contentFields = ['content', 'parts', 'text', 'refusal']

/** What is said stands in the field of another format: with the message it would be lost (I4). */
function holdsForeignContent({ blocks, raw }: Message, { contentField }: Format): boolean {
  // A format that has a field for it reads it.
  const isRead = (field: string): boolean => blocks.some((block) => block.field === field)
  const fields = raw as Record<string, unknown>
  return contentFields.some(
    (field) => field !== contentField && !isRead(field) && Object.hasOwn(fields, field) && isSaid(fields[field]),
  )
}

/** The message with what another format says there in its own content. */
function withSayings({ raw, role }: Message, said: readonly string[], { contentField, write }: Format): unknown {
  const foreign = contentFields.filter((field) => field !== contentField && Object.hasOwn(raw as object, field))
  const bare = foreign.reduce((rest, field) => write.withField(rest, field, undefined), raw)
  const texts = said.map((saying) => write.text(saying, role))
  return write.withField(bare, contentField, texts)
}

function foreignSayings({ raw }: Message): readonly string[] {
  return sayingsIn(Object.fromEntries(contentFields.map((field) => [field, (raw as Record<string, unknown>)[field]])))
}

/** Whether what another format says there is nothing but text. */
function isTextAlone({ raw }: Message): boolean {
  return contentFields.every((field) => {
    const value = (raw as Record<string, unknown>)[field]
    if (!Array.isArray(value)) return true
    return value.every((part) => {
      if (typeof part === 'string') return true
      return isRecord(part) && typeof part['text'] === 'string' && Object.keys(part).every((key) => textKeys.has(key))
    })
  })
}

const textKeys: ReadonlySet<string> = new Set(['text', 'type', 'state'])

function isSaid(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value.trim() !== ''
}

/** Whether the message says something outside its content: calls, a refusal, audio. Reasoning alone is no answer. */
function speaks({ blocks }: Message): boolean {
  return blocks.some((block) => block.kind !== 'thinking')
}

/** What a message says beside its content and nothing else, in words: a refusal, the transcript of a sound; undefined where it also calls. */
function asideOf({ blocks }: Message): string | undefined {
  const spoken = blocks.filter(({ kind }) => kind !== 'thinking')
  if (spoken.length === 0 || !spoken.every(({ field }) => field === 'refusal' || field === 'audio')) return undefined
  const words = spoken.flatMap(({ raw, text }) => text ?? (isRecord(raw) ? (stringOf(raw['transcript']) ?? []) : []))
  const isSound = spoken.some(({ field }) => field === 'audio')
  return words.join('\n').trim() || marked(isSound ? 'This message was spoken.' : syntheticText.emptyMessage)
}

/** Calls without a word, where the provider wants one. */
function isSilentCall({ blocks }: Message, rules: Rules): boolean {
  return rules.emptyBesideCalls === 'refused' && blocks.some((block) => block.kind === 'tool_call')
}

function contentOf({ raw }: Message, format: Format): unknown {
  return (raw as Record<string, unknown>)[format.contentField]
}

/** Nothing but instructions would go out without this prompt: the program leaves out whatever else there is. */
function isLastToBeSent({ index, role }: Message, { format, transcript }: LintContext): boolean {
  if (role !== 'user' || format.isLeftOut === undefined || transcript.leftOut !== undefined) return false
  return transcript.messages.every(
    (other) =>
      other.index === index ||
      other.role === 'system' ||
      format.isLeftOut!(other) ||
      // Of several prompts without content the first one stays.
      (isEmpty(other) && (other.role !== 'user' || other.index > index)),
  )
}

/** A message is an object, or a text where the framework makes one of it. */
function isReadable(raw: unknown): boolean {
  return typeof raw === 'string' || (typeof raw === 'object' && raw !== null)
}

function isEmpty(message: Message): boolean {
  return message.content === 'empty' || message.content === 'absent'
}
