import type { DetectedError } from '../detection/detected-error.ts'
import type { Rules } from '../formats/rules.ts'
import { isRecord } from '../json/is-record.ts'
import type { Lesson } from '../lint/define-strategy.ts'
import { itemIdOf, mayGetItemId } from '../lint/item-id.ts'
import type { Block, Message } from '../transcript/transcript.ts'
import { refusedIn } from './content-block-invalid.ts'
import { innerList, innerListIn } from './inner-list.ts'
import { isShownByModel } from './is-shown-by-model.ts'

interface Asked {
  readonly error: DetectedError
  readonly rules: Rules
  /** What the error teaches of the blocks of any format. */
  readonly common: Lesson
  /** The item that the error counts, in the list that was refused. */
  readonly named?: Message | undefined
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
const ofUnion: LessonOf = ({ error }) => (onlyOneKey.test(error.text) ? { rules: { unionsAlone: true } } : undefined)
const onlyOneKey = /\bonly set one of the following keys\b/i

/** A field right in an item or a part that is null: nothing is lost without it. */
const ofNull: LessonOf = ({ error, rules }) => {
  const refusedNull = rules.itemIdForm && gotNull.test(error.text) ? nulled.exec(error.path ?? '')?.[1] : undefined
  return refusedNull === undefined ? undefined : { rules: { refusedNull } }
}
const gotNull = /\bgot null\b/i
const nulled = /^\w+\.\d+(?:\.content\.\d+)?\.(\w+)$/

/** How closely a model looks at a picture. */
const ofCloseness: LessonOf = ({ error: { path = '', text } }) => {
  const refusedCloseness = path.endsWith('.detail') ? refusedIn(text) : undefined
  return refusedCloseness === undefined ? undefined : { rules: { refusedCloseness } }
}

/** A list stands where only a text may: `invalid type: sequence, expected a string` (serde), `expected a string, but got an array`, and pydantic's. */
const ofList: LessonOf = ({ error: { messageIndex, path = '', text }, rules }) =>
  rules.contentLists !== undefined && pathOfContent.test(path) && wantsText.test(text)
    ? {
        rules: { contentLists: 'refused', resultMediaKinds: new Set() },
        // Who refuses a list of one speaker refuses each of them.
        suspects: ({ kind, message }, { messages }) =>
          kind === 'media' && message.role === messages[messageIndex ?? -1]?.role,
        certain: true,
        together: (_, all) => all,
      }
    : undefined
const wantsText =
  /\bvalid string\b.{0,20}\binput\W{1,4}\[|\b(?:sequence|array|list)\b.{0,20}\bexpected (?:a )?string\b|\bexpected (?:a )?string\b.{0,30}\b(?:sequence|array|list)\b|\bmust be a string\b/i
const pathOfContent = /^\w+\.\d+(?:(?:\.typed-dict)?\.content(?:\.str)?)?$/

/** No part but texts: `Supported values are: 'text'.`, `messages.content.type ... ['text']` of Zhipu. */
const ofMedia: LessonOf = ({ error: { messageIndex, text }, rules }) =>
  rules.contentLists !== undefined && messageIndex === undefined && (wantsTexts.test(text) || namesMedia.test(text))
    ? {
        rules: { ...withoutThinking(rules), resultMediaKinds: new Set(), textsAlone: true },
        suspects: ({ kind }) => kind === 'media',
      }
    : undefined
const wantsTexts = /(?:values are:?|取值范围) ?[['"`]*text['"`\]]*(?:\W*$|\.| \()/i
const namesMedia = /\btype:? ?['"`]?(?:image|file|input_audio|video)/i

const ofInnerList: LessonOf = ({ error }) => {
  const refusedList = innerListIn(error.path)
  return refusedList
    ? { rules: { refusedList }, suspects: (block) => innerList(block, refusedList).length > 0 }
    : undefined
}

const ofThinking: LessonOf = ({ error: { messageIndex, text }, rules }) =>
  messageIndex === undefined && rules.thinkingParts === 'doubtful' && namesThinking.test(text)
    ? { rules: withoutThinking(rules) }
    : undefined
const namesThinking = /\btype:? ?['"`]?thinking\b|unsupported content\[\]\.type/i

/** What is refused stands in the message of a tool. */
const ofTool: LessonOf = ({ common, error: { path, text }, rules }) =>
  rules.contentLists !== undefined && ofToolPlace.test(`${path} ${text}`)
    ? { ...common, rules: { resultMediaKinds: new Set() } }
    : undefined
const ofToolPlace = /\brole\W{1,3}tool\b|\.tool\./i

/** "This model doesn't support the searchResult field. Remove searchResult and try again." */
const ofMember: LessonOf = ({ error }) => {
  const member = unsupportedMember.exec(error.text)?.[1]?.toLowerCase()
  if (member === undefined) return undefined
  // A model that knows no status of a result (Writer behind Converse).
  if (member === 'status') return { rules: { resultStatus: 'refused' } }
  return { suspects: ({ shape }) => shape.type.toLowerCase() === member, together: (_, all) => all, certain: true }
}
const unsupportedMember = /\bmodel (?:doesn.t|does not) support the (?:toolResult\.)?(\w+) field\b/i

/** OpenAI and Copilot, of a tool that a search has loaded: "Missing namespace for function_call 'list_agents'." */
const ofNamespace: LessonOf = ({ error }) => {
  const tool = lacksNamespace.exec(error.text)?.[1]
  if (tool === undefined) return undefined
  return {
    rules: { demandedField: { field: 'namespace', named: undefined } },
    suspects: ({ kind, name }) => kind === 'tool_call' && name === tool,
    together: (_, all) => all,
    certain: true,
  }
}
const lacksNamespace = /\bmissing namespace for function_?call \W?([\w.-]{1,128})/i

/** An item that is none of a union: xAI (github.com/Wei-Shaw/sub2api/issues/4237), OpenRouter (github.com/openai/codex/issues/12114). */
const ofNoItem: LessonOf = ({ error: { messageIndex, text }, rules }) =>
  rules.itemIdForm !== undefined && messageIndex === undefined && fitsNone.test(text)
    ? { rules: { strictItems: true }, suspects: ({ kind }) => kind === 'compaction' || kind === 'unknown' }
    : undefined
const fitsNone = /untagged enum modelinput|invalid responses api request/i

/**
 * "Input tag 'server_tool_use' found using 'type' does not match any of the expected tags: 'document', 'image', ...": who runs no tool of
 * the provider knows no block of one, and names the first alone.
 */
const ofServerTag: LessonOf = ({ error: { text } }) => {
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
const ofId: LessonOf = ({ common, error, named, rules }) => {
  const { itemIdForm: form } = rules
  if (form === undefined || missedField(error) !== form.field) return undefined
  const index = error.messageIndex ?? -1
  const isUnnamed = ({ kind, message }: Block): boolean => kind === 'thinking' && itemIdOf(message, rules) === undefined
  return {
    rules: {
      itemIdForm: { ...form, demanded: new Set([...form.demanded, ...form.demandable]) },
      demandedField: { field: form.field, named },
    },
    suspects: (block, transcript) => {
      const first = transcript.messages[index]?.blocks[0]
      if (first !== undefined && mayGetItemId(first, rules)) return mayGetItemId(block, rules)
      return !form.demandable.has(block.shape.type) && (isUnnamed(block) || common.suspects!(block, transcript))
    },
    // Who misses it in one reasoning misses it in all; in what others take without one, in whatever the model has called or said.
    together: (named, all) =>
      all.filter((block) =>
        named.every(isUnnamed) ? isUnnamed(block) : named.includes(block) || mayGetItemId(block, rules),
      ),
  }
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
  ofTool,
  ofMember,
  ofNamespace,
  ofNoItem,
  ofId,
]

/** The field that is missed, or the type that is refused, is all that the error tells. */
function ofFieldOrType({ common, error, named, rules }: Asked): Lesson {
  const { blockIndex, messageIndex, path, text } = error
  const refused = refusedIn(text)
  const isThinkingKnown = messageIndex === undefined && rules.thinkingParts !== undefined
  const field = missedField(error)
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
    suspects: (block, transcript) =>
      (block.kind === 'tool_call' && isInCall && block.message.index === messageIndex) ||
      (isShownByModel(block) && block.shape.type === refused) ||
      (block.kind === 'media' && part !== undefined && rawType(block) === part) ||
      // What the provider ran, and cannot read, may stand alone: nothing is left without it.
      (block.shape.unpaired === true && block.message.index === messageIndex && block.index === blockIndex) ||
      // Where the format tells whether a content may hold thinking, a sentence without a place is about something else.
      (!(isThinkingKnown && block.kind === 'thinking') && common.suspects!(block, transcript)),
  }
}

/** What an error misses, right in an item. */
function missedField({ path = '', text }: DetectedError): string | undefined {
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
