import type { Rules } from '../formats/rules.ts'
import type { Fix } from '../lint/fault.ts'
import { isRecord } from '../json/is-record.ts'
import { itemIdOf } from '../lint/item-id.ts'
import type { LintContext } from '../lint/lint-context.ts'
import type { Block, Message } from '../transcript/transcript.ts'
import { extendStrategy, type Strategy } from '../lint/define-strategy.ts'
import {
  contentBlockInvalid,
  heldContent,
  inAnotherForm,
  lossOf,
  mediumOf,
  noList,
  refusedIn,
  textOf,
  typeName,
} from './content-block-invalid.ts'
import { translateTools } from './translate-tools.ts'
import { innerList, innerListIn } from './inner-list.ts'
import { describeMedia } from './describe-media.ts'

/** Bedrock over plain HTTP (github.com/envoyproxy/ai-gateway/pull/1717). */
const onlyOneKey = /\bonly set one of the following keys\b/i

/** "This model doesn't support the searchResult field. Remove searchResult and try again." */
const unsupportedMember = /\bmodel (?:doesn.t|does not) support the (\w+) field\b/i

/** A list stands where only a text may: `invalid type: sequence, expected a string` (serde), `expected a string, but got an array`. */
const wantsText =
  /\b(?:sequence|array|list)\b.{0,20}\bexpected (?:a )?string\b|\bexpected (?:a )?string\b.{0,30}\b(?:sequence|array|list)\b|\bmust be a string\b/i
const pathOfContent = /^\w+\.\d+(?:\.content)?$/

/** No part but texts: `Supported values are: 'text'.`, `messages.content.type ... ['text']` of Zhipu. */
const wantsTexts = /(?:values are:?|取值范围) ?[['"`]*text['"`\]]*(?:\W*$|\.| \()/i
/** What is refused stands in the message of a tool. */
const ofTool = /\brole\W{1,3}tool\b|\.tool\./i
const namesMedia = /\btype:? ?['"`]?(?:image|file|input_audio|video)/i
const namesThinking = /\btype:? ?['"`]?thinking\b|unsupported content\[\]\.type/i

/** OpenAI and Copilot, of a tool that a search has loaded: "Missing namespace for function_call 'list_agents'." */
const lacksNamespace = /\bmissing namespace for function_?call \W?([\w.-]{1,128})/i

/** An item that is none of a union: xAI (github.com/Wei-Shaw/sub2api/issues/4237), OpenRouter (github.com/openai/codex/issues/12114). */
const fitsNone = /untagged enum modelinput|invalid responses api request/i

/** What an error misses, right in an item. */
const demands = /\b(?:missing|required)\b/i
/** The object that a part of its type is missing: `messages.1.content.1.file`. */
const partField = /\.content\.\d+\.(\w+)$/
const fieldMissed = /(?:^\w+(?:\.\d+)?|\.content\.\d+(?=\.filename$))\.(\w+)$/
/** A field right in an item or a part that is null: nothing is lost without it. */
const nulled = /^\w+\.\d+(?:\.content\.\d+)?\.(\w+)$/
const gotNull = /\bgot null\b/i
/** How closely a model looks at a picture. */
const ofCloseness = /\.detail$/

/** Kimi, MiniMax: "unsupported content type: document", whoever sends it, and wherever it stands. */
const ofAnyContent = /unsupported content type: |content type \w+ is not supported/i

/** The same in messages and items that say more than their content, or of which another program makes others. */
export const itemInvalid: Strategy<'content_block_invalid'> = /* @__PURE__ */ extendStrategy(contentBlockInvalid, {
  learn: (error, rules, request) => {
    const { blockIndex, messageIndex, path, text } = error
    const { contentLists, itemIdForm: form } = rules
    // Two members of a union are seen without an error: it means a key that is none.
    if (onlyOneKey.test(text)) return { rules: { unionsAlone: true } }
    const refusedNull = form !== undefined && gotNull.test(text) ? nulled.exec(path ?? '')?.[1] : undefined
    if (refusedNull !== undefined) return { rules: { refusedNull } }
    const closeness = path !== undefined && ofCloseness.test(path) ? refusedIn(text) : undefined
    if (closeness !== undefined) return { rules: { refusedCloseness: closeness } }
    if (contentLists !== undefined && path !== undefined && pathOfContent.test(path) && wantsText.test(text))
      return {
        rules: { contentLists: 'refused' as const, resultMediaKinds: new Set<string>() },
        suspects: ({ kind, message }) => kind === 'media' && message.index === messageIndex,
      }
    if (contentLists !== undefined && messageIndex === undefined && (wantsTexts.test(text) || namesMedia.test(text)))
      return {
        rules: { ...withoutThinking(rules), resultMediaKinds: new Set<string>(), textsAlone: true },
        suspects: ({ kind }) => kind === 'media',
      }
    const lesson = contentBlockInvalid.learn!(error, rules, request)
    if (lesson.rules !== undefined) return lesson
    const refusedList = innerListIn(path)
    if (refusedList) return { rules: { refusedList }, suspects: (block) => innerList(block, refusedList).length > 0 }
    if (messageIndex === undefined && rules.thinkingParts === 'doubtful' && namesThinking.test(text))
      return { rules: withoutThinking(rules) }
    if (contentLists !== undefined && ofTool.test(`${path} ${text}`))
      return { ...lesson, rules: { resultMediaKinds: new Set<string>() } }
    const member = unsupportedMember.exec(text)?.[1]?.toLowerCase()
    if (member !== undefined)
      return { suspects: ({ shape }) => shape.type.toLowerCase() === member, together: (_, all) => all, certain: true }
    const unspaced = lacksNamespace.exec(text)?.[1]
    if (unspaced !== undefined)
      return {
        rules: { demandedField: { field: 'namespace', index: undefined } },
        suspects: ({ kind, name }) => kind === 'tool_call' && name === unspaced,
        together: (_, all) => all,
        certain: true,
      }
    if (form !== undefined && messageIndex === undefined && fitsNone.test(text))
      return {
        rules: { strictItems: true },
        suspects: ({ kind }) => kind === 'compaction' || kind === 'unknown',
      }
    const refused = refusedIn(text)
    const isThinkingKnown = messageIndex === undefined && rules.thinkingParts !== undefined
    const field = refused === undefined && demands.test(text) ? fieldMissed.exec(path ?? '')?.[1] : undefined
    const part = refused ?? partField.exec(path ?? '')?.[1]
    const isInCall = path !== undefined && path.split('.').some((name) => callFields.has(name))
    const isUnnamed = ({ kind, message }: Block): boolean =>
      kind === 'thinking' && itemIdOf(message, rules) === undefined
    // An id can be made, and nothing has to go.
    if (form !== undefined && field === form.field)
      return {
        rules: { itemIdForm: { ...form, demanded: new Set([...form.demanded, ...form.demandable]) } },
        suspects: (block, transcript) =>
          !form.demandable.has(block.shape.type) && (isUnnamed(block) || lesson.suspects!(block, transcript)),
        // Who misses it in one reasoning misses it in all.
        together: (named, all) => (named.every(isUnnamed) ? all.filter(isUnnamed) : named),
      }
    return {
      ...(field !== undefined && { rules: { demandedField: { field, index: messageIndex } } }),
      // A type that is refused in a message is in each of that speaker.
      ...(refused !== undefined && {
        rules: {
          resultParts: 'known' as const,
          refusedItem: refused,
          ...(ofAnyContent.test(text) && { refusedOfAll: true }),
        },
        certain: true,
        together: (named, all) =>
          all.filter(
            (block) =>
              pairOf(rawType(block)) === pairOf(refused) &&
              named.some(({ message: { role } }) => role === block.message.role),
          ),
      }),
      suspects: (block, transcript) =>
        (block.kind === 'tool_call' && isInCall && block.message.index === messageIndex) ||
        (isShownByModel(block) && block.shape.type === refused) ||
        (block.kind === 'media' && part !== undefined && rawType(block) === part) ||
        // What the provider ran, and cannot read, may stand alone: nothing is left without it.
        (block.shape.unpaired === true && block.message.index === messageIndex && block.index === blockIndex) ||
        // Where the format tells whether a content may hold thinking, a sentence without a place is about something else.
        (!(isThinkingKnown && block.kind === 'thinking') && lesson.suspects!(block, transcript)),
    }
  },

  visit: {
    message(message, context) {
      const { format, report, rules, transcript } = context
      const fields = format.meantFields?.(message, transcript, rules) ?? {}
      const meant = Object.entries(fields)
      if (message.content === 'absent' && fields[format.contentField] !== undefined) {
        const detail = { field: format.contentField, problem: 'stands under another name' }
        const fix: Fix = (edit) => meant.forEach(([field, value]) => edit.setField(message, field, value))
        return report({ at: message, detail, reveals: true, fix })
      }
      const { withWholeText } = format.write
      const isLost = message.content === 'invalid' && heldContent(message, context).length === 0
      if (isLost && withWholeText !== undefined && !translatesWhole(message, context)) {
        const whole = format.wholeText?.(message.raw)
        const text = whole ?? textOf(message.raw, format.contentField)
        const loss = text === '' || whole !== undefined ? 'none' : 'synthesised'
        const fix: Fix = (edit) =>
          text === '' ? edit.removeMessage(message) : edit.replaceMessage(message, withWholeText(message.raw, text))
        return report({ at: message, detail: { problem: noList }, loss, fix })
      }
      contentBlockInvalid.visit.message!(message, context)
      if (message.content === 'invalid') return
      if (meant.length === 0 || translatesWhole(message, context)) return
      for (const [field, value] of meant) {
        const detail = { field, problem: 'is of the wrong type' }
        const loss = lossOf({ [field]: (message.raw as Record<string, unknown>)[field] }, { [field]: value })
        report({ at: message, detail, loss, fix: (edit) => edit.setField(message, field, value) })
      }
    },

    suspect(block, context) {
      const { format, report, rules, transcript } = context
      const { refusedList } = rules
      // What can be completed is.
      if (rules.demandedField !== undefined && format.canonical?.(block, rules, transcript) !== undefined) return
      const common = format.write.commonPart?.(block)
      if (common !== undefined) return report(inAnotherForm(block, common))
      if (refusedList !== undefined) {
        const emptied = format.write.withField(block.raw, refusedList, [])
        const detail = { type: typeName(block.raw), problem: `${refusedList} cannot be read` }
        const loss = lossOf(block.raw, emptied)
        return report({ at: block, detail, loss, fix: (edit) => edit.replace(block, emptied) })
      }
      const plain = rules.refusedOfAll === true ? format.write.fileAsText?.(block) : undefined
      if (plain !== undefined) return report(inAnotherForm(block, plain))
      if (block.kind !== 'media') return contentBlockInvalid.visit.suspect!(block, context)
      if (rules.contentLists === 'refused' || rules.textsAlone === true) {
        const medium = mediumOf(block, context)
        const note =
          medium === undefined
            ? []
            : [format.write.text(describeMedia(medium, 'may not stand here'), block.message.role)]
        return report({
          at: block,
          detail: { type: typeName(block.raw) },
          loss: 'lossy',
          fix: (edit) => edit.replace(block, ...note),
        })
      }
      // It is where it may stand, unless no speaker may send its type.
      if (!isShownByModel(block))
        return rules.refusedOfAll === true ? contentBlockInvalid.visit.suspect!(block, context) : undefined
      const fix: Fix = (edit) => {
        edit.remove(block)
        edit.tellUser(block.message, [block.raw])
      }
      return report({ at: block, detail: { type: typeName(block.raw) }, fix })
    },
  },
})

/** Calls and results that stand beside the content, or are the message. */
function translatesWhole(message: Message, context: LintContext): boolean {
  return translateTools(message, context)?.blocks.size === 0
}

/** Where the format itself does not tell whether thinking may stand in a content, an error does. */
export function withoutThinking({ thinkingParts }: Rules): Pick<Rules, 'thinkingParts'> {
  return thinkingParts === 'doubtful' ? { thinkingParts: 'refused' } : {}
}

/** What a call is to do, where that is no free input: its other fields have strategies of their own. */
const callFields: ReadonlySet<string> = new Set([
  'action',
  'actions',
  'operation',
  'pending_safety_checks',
  'environment',
])

/** Who does not know a call does not know its output either. */
function pairOf(type: unknown): string {
  return String(type).replace(/_(?:call|output|call_output)$/, '')
}

function rawType({ raw }: Block): unknown {
  return isRecord(raw) ? raw['type'] : undefined
}

/** A medium in a message of the model: where a framework hides who reads it, only the error tells that a user must show it. */
function isShownByModel({ kind, message }: Block): boolean {
  return kind === 'media' && message.role === 'assistant'
}
