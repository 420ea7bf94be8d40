import type { Rules } from '../../formats/rules.ts'
import { isRecord } from '../../json/is-record.ts'
import type { Lesson } from '../../lint/define-strategy.ts'
import type { Refusal } from '../../lint/refusal.ts'
import { itemIdOf, mayGetItemId } from '../../lint/pairing/item-id.ts'
import type { Block, Message } from '../../transcript/transcript.ts'
import { refusedIn } from '../content-block-invalid.ts'
import { innerList, innerListIn } from '../shared/inner-list.ts'
import { isShownByModel } from '../shared/is-shown-by-model.ts'

interface Asked extends Refusal {
  /** What the error teaches of the blocks of any format. */
  readonly common: Lesson
}

type LessonOf = (asked: Asked) => Lesson | undefined

/**
 * What an error about an item or a part teaches. The first row that knows the error speaks: those that a provider is known for stand
 * before those that go by a field or a type alone.
 */
export function lessonOfItem(asked: Asked): Lesson {
  for (const lessonOf of lessons) {
    const lesson = lessonOf(asked)
    if (lesson !== undefined) return lesson
  }
  return ofFieldOrType(asked)
}

/**
 * Two members of a union are seen without an error: it means a key that is none. Bedrock over plain HTTP
 * (github.com/envoyproxy/ai-gateway/pull/1717).
 */
const ofUnion: LessonOf = ({ text }) => (onlyOneKey.test(text) ? { rules: { unionsAlone: true } } : undefined)
const onlyOneKey = /\bonly set one of the following keys\b/i

/** A field right in an item or a part that is null: nothing is lost without it. */
const ofNull: LessonOf = ({ path = '', rules, text }) => {
  const refusedNull = rules.itemIdForm && gotNull.test(text) ? nulled.exec(path)?.[1] : undefined
  return refusedNull === undefined ? undefined : { rules: { refusedNull } }
}
const gotNull = /\bgot null\b/i
const nulled = /^\w+\.\d+(?:\.content\.\d+)?\.(\w+)$/

/** How closely a model looks at a picture. */
const ofCloseness: LessonOf = ({ path = '', text }) => {
  const refusedCloseness = path.endsWith('.detail') ? refusedIn(text) : undefined
  return refusedCloseness === undefined ? undefined : { rules: { refusedCloseness } }
}

/** A list stands where only a text may: `invalid type: sequence, expected a string` (serde), `expected a string, but got an array`, and pydantic's. */
const ofList: LessonOf = ({ messageIndex, path = '', rules, text, transcript }) =>
  rules.contentLists !== undefined && pathOfContent.test(path) && wantsText.test(text)
    ? {
        rules: { contentLists: 'refused', resultMediaKinds: new Set() },
        // Who refuses a list of one speaker refuses each of them.
        suspects: ({ kind, message }) =>
          kind === 'media' && message.role === transcript.messages[messageIndex ?? -1]?.role,
        certain: true,
        together: (_, all) => all,
      }
    : undefined
const wantsText =
  /\bvalid string\b.{0,20}\binput\W{1,4}\[|\b(?:sequence|array|list)\b.{0,20}\bexpected (?:a )?string\b|\bexpected (?:a )?string\b.{0,30}\b(?:sequence|array|list)\b|\bmust be a string\b/i
const pathOfContent = /^\w+\.\d+(?:(?:\.typed-dict)?\.content(?:\.str)?)?$/

/**
 * No part but texts: `Supported values are: 'text'.`, `messages.content.type ... ['text']` of Zhipu. It may be meant of what tools gave back
 * alone: none has to go before those that a user may show have left the results.
 */
const ofMedia: LessonOf = ({ messageIndex, rules, text, transcript }) => {
  if (rules.contentLists === undefined || messageIndex !== undefined) return undefined
  if (!wantsTexts.test(text) && !namesMedia.test(text)) return undefined
  const resultMediaKinds = new Set<string>()
  if (rules.resultMediaKinds === undefined && transcript.messages.some(givesMore))
    return { rules: { resultMediaKinds } }
  return {
    rules: { ...withoutThinking(rules), resultMediaKinds, textsAlone: true },
    suspects: ({ kind }) => kind === 'media',
  }
}
/** Whether a tool gave back more than texts. */
const givesMore = ({ blocks }: Message): boolean =>
  blocks.some(
    ({ kind, payload }) =>
      kind === 'tool_result' &&
      Array.isArray(payload) &&
      payload.some((part: unknown) => isRecord(part) && part['type'] !== 'text'),
  )
const wantsTexts = /(?:values are:?|取值范围) ?[['"`]*text['"`\]]*(?:\W*$|\.| \()/i
const namesMedia = /\btype:? ?['"`]?(?:image|file|input_audio|video)/i

const ofInnerList: LessonOf = ({ path }) => {
  const refusedList = innerListIn(path)
  return refusedList
    ? { rules: { refusedList }, suspects: (block) => innerList(block, refusedList).length > 0 }
    : undefined
}

const ofThinking: LessonOf = ({ messageIndex, rules, text }) =>
  messageIndex === undefined &&
  rules.thinkingParts === 'doubtful' &&
  (namesThinking.test(text) || refusedIn(text) === 'thinking')
    ? { rules: withoutThinking(rules) }
    : undefined
const namesThinking = /\btype:? ?['"`]?thinking\b|unsupported content\[\]\.type/i

/** What is refused stands in the message of a tool. */
const ofTool: LessonOf = ({ common, path, rules, text }) =>
  (rules.contentLists !== undefined || rules.resultMediaKinds === undefined) && ofToolPlace.test(`${path} ${text}`)
    ? { ...common, rules: { resultMediaKinds: new Set() } }
    : undefined
const ofToolPlace = /\brole\W{1,3}tool\b|\.tool\./i

/** A part of a tool's message that is no text, by its place or by its type: it moves to where a user may show it. */
const ofResultPart: LessonOf = ({ blockIndex, common, named, rules, text }) => {
  const parts = named?.role === 'tool' ? named.blocks[0]?.payload : undefined
  if (!Array.isArray(parts) || rules.resultMediaKinds !== undefined) return undefined
  const isRefused = (part: unknown, index: number): boolean => {
    const type = isRecord(part) ? part['type'] : undefined
    return typeof type === 'string' && type !== 'text' && (index === blockIndex || text.includes(type))
  }
  return parts.some(isRefused) ? { ...common, rules: { resultMediaKinds: new Set() } } : undefined
}

/** The same of a medium under the name that a package of a framework gives it, where no place tells whose it is. */
const ofSentMedium: LessonOf = (refusal) => {
  const { named, rules, text } = refusal
  if (rules.contentLists !== undefined || rules.resultMediaKinds !== undefined) return undefined
  if (ofAnyContent.test(text) || named?.blocks.some(({ kind }) => kind === 'media')) return undefined
  if (!sentMedia.test(refusedIn(text) ?? '')) return undefined
  const lesson = ofFieldOrType(refusal)
  return { ...lesson, rules: { ...lesson.rules, resultMediaKinds: new Set() } }
}
const sentMedia = /^(?:(?:input_)?(?:image|audio|file)|image_url|document|video)$/

/** "This model doesn't support the searchResult field. Remove searchResult and try again." */
const ofMember: LessonOf = ({ text }) => {
  const member = unsupportedMember.exec(text)?.[1]?.toLowerCase()
  if (member === undefined) return undefined
  // A model that knows no status of a result (Writer behind Converse).
  if (member === 'status') return { rules: { resultStatus: 'refused' } }
  return { suspects: ({ shape }) => shape.type.toLowerCase() === member, together: (_, all) => all, certain: true }
}
const unsupportedMember = /\bmodel (?:doesn.t|does not) support the (?:toolResult\.)?(\w+) field\b/i

/** OpenAI and Copilot, of a tool that a search has loaded: "Missing namespace for function_call 'list_agents'.", or a path to a call of it. */
const ofNamespace: LessonOf = (refusal) => {
  // Where messages are turned into items the path counts those.
  const isPath = refusal.rules.itemIdForm !== undefined && missedField(refusal) === 'namespace'
  const tool = lacksNamespace.exec(refusal.text)?.[1] ?? (isPath ? refusal.named?.blocks[0]?.name : undefined)
  if (tool === undefined) return undefined
  return {
    rules: { demandedField: { field: 'namespace', named: undefined } },
    suspects: ({ kind, name, raw }) =>
      kind === 'tool_call' && name === tool && isRecord(raw) && (raw['namespace'] ?? undefined) === undefined,
    together: (_, all) => all,
    certain: true,
  }
}
const lacksNamespace = /\bmissing namespace for function_?call \W?([\w.-]{1,128})/i

/** An item that is none of a union: xAI (github.com/Wei-Shaw/sub2api/issues/4237), OpenRouter (github.com/openai/codex/issues/12114). */
const ofNoItem: LessonOf = ({ messageIndex, rules, text }) =>
  rules.itemIdForm !== undefined && messageIndex === undefined && fitsNone.test(text)
    ? { rules: { strictItems: true }, suspects: ({ kind }) => kind === 'compaction' || kind === 'unknown' }
    : undefined
const fitsNone = /untagged enum modelinput|invalid responses api request/i

/**
 * "Input tag 'server_tool_use' found using 'type' does not match any of the expected tags: 'document', 'image', ...": who runs no tool of
 * the provider knows no block of one, and names the first alone.
 */
const ofServerTag: LessonOf = ({ text }) => {
  const takenTypes = new Set(serverTag.exec(text)?.[1]?.match(/\w+/g))
  if (!takenTypes.has('tool_use')) return undefined
  return {
    rules: { takenTypes },
    suspects: ({ kind, shape }) => kind === 'tool_call' && shape.server,
    together: (_, all) => all,
    certain: true,
  }
}
const serverTag =
  /\binput tag \W{0,3}(?:(?:server|mcp)_tool_use|\w{1,40}_tool_result)\b.{0,80}?\bexpected tags:([^{}]{1,2000})/i

/** An id can be made, and nothing has to go. */
const ofId: LessonOf = (refusal) => {
  const { common, messageIndex, named, rules, transcript } = refusal
  const { itemIdForm: form } = rules
  if (form === undefined || missedField(refusal) !== form.field) return undefined
  const isUnnamed = ({ kind, message }: Block): boolean => kind === 'thinking' && itemIdOf(message, rules) === undefined
  const calls = typesWithoutId(transcript.messages, rules)
  const passed = new Set(typesWithoutId(transcript.messages.slice(0, messageIndex), rules))
  return {
    rules: {
      // The first is named: what stands before it without an id has passed.
      itemIdForm: {
        ...form,
        demanded: new Set([...form.demanded, ...form.demandable, ...calls.filter((type) => !passed.has(type))]),
      },
      demandedField: { field: form.field, named },
    },
    suspects: (block) => {
      const first = named?.blocks[0]
      if (first !== undefined && mayGetItemId(first, rules)) return mayGetItemId(block, rules)
      return !form.demandable.has(block.shape.type) && (isUnnamed(block) || common.suspects!(block))
    },
    // Who misses it in one reasoning misses it in all; in what others take without one, in whatever the model has called or said.
    together: (named, all) =>
      all.filter((block) =>
        named.every(isUnnamed) ? isUnnamed(block) : named.includes(block) || mayGetItemId(block, rules),
      ),
  }
}

/** The types of calls that have no id of their own. */
function typesWithoutId(messages: readonly Message[], rules: Rules): readonly string[] {
  const calls = messages.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === 'tool_call'))
  return calls.filter((call) => mayGetItemId(call, rules)).map(({ shape }) => shape.type)
}

const lessons: readonly LessonOf[] = [
  ofUnion,
  ofServerTag,
  ofNull,
  ofCloseness,
  ofList,
  ofMedia,
  // What it has learnt of the rules is all that the error means.
  ({ common }) => (common.rules === undefined ? undefined : common),
  ofInnerList,
  ofThinking,
  ofResultPart,
  ofSentMedium,
  ofTool,
  ofMember,
  ofNamespace,
  ofNoItem,
  ofId,
]

/** The field that is missed, or the type that is refused, is all that the error tells. */
function ofFieldOrType(refusal: Asked): Lesson {
  const { blockIndex, common, messageIndex, named, path, rules, text } = refusal
  const refused = refusedIn(text)
  const isThinkingKnown = messageIndex === undefined && rules.thinkingParts !== undefined
  const field = missedField(refusal)
  const part = refused ?? partField.exec(path ?? '')?.[1]
  const isInCall = path !== undefined && path.split('.').some((name) => callFields.has(name))
  return {
    ...(field !== undefined && { rules: { demandedField: { field, named } } }),
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
    suspects: (block) =>
      (block.kind === 'tool_call' && isInCall && block.message.index === messageIndex) ||
      (isShownByModel(block) && block.shape.type === refused) ||
      (block.kind === 'media' && part !== undefined && rawType(block) === part) ||
      // What the provider ran, and cannot read, may stand alone: nothing is left without it.
      (block.shape.unpaired === true && block.message.index === messageIndex && block.index === blockIndex) ||
      // Where the format tells whether a content may hold thinking, a sentence without a place is about something else.
      (!(isThinkingKnown && block.kind === 'thinking') && common.suspects!(block)),
  }
}

/** What an error misses, right in an item. */
function missedField({ path = '', text }: Refusal): string | undefined {
  return refusedIn(text) === undefined && demands.test(text) ? fieldMissed.exec(path)?.[1] : undefined
}
const demands = /\b(?:missing|required)\b/i
const fieldMissed = /(?:^\w+(?:\.\d+)?|\.content\.\d+(?=\.filename$))\.(\w+)$/

/** The object that a part of its type is missing: `messages.1.content.1.file`. */
const partField = /\.content\.\d+\.(\w+)$/

/**
 * Kimi, MiniMax: "unsupported content type: document", whoever sends it, and wherever it stands; and one that is not among the types of
 * which only a user may send some.
 */
const ofAnyContent =
  /unsupported content type: |content type \w+ is not supported|values are:? [^.]*\b(?:input_text|image_url)\b/i

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

/** Where the format itself does not tell whether thinking may stand in a content, an error does. */
export function withoutThinking({ thinkingParts }: Rules): Pick<Rules, 'thinkingParts'> {
  return thinkingParts === 'doubtful' ? { thinkingParts: 'refused' } : {}
}
