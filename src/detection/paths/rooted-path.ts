import { bare, withoutTags } from './bare-names.ts'
import { before } from '../words/before.ts'
import { type FoldedText, gap } from '../words/fold-text.ts'
import { isComplainedOf, isOwnList } from './is-complained-of.ts'
import { isWord } from '../words/name-characters.ts'
import { type Lead, leadOf } from './path-lead.ts'
import { PathReader } from './path-reader.ts'
import {
  blockRoots,
  foreignRoots,
  indexedRoots,
  itemFields,
  noise,
  ownRoots,
  roleTags,
  turnLists,
} from './path-words.ts'
import type { RequestPath } from './request-path.ts'

/** The path that begins with the given root of a request; null if the root is an ordinary word there. */
export function rootedPathAt(text: FoldedText, start: number, root: string, isRefusal: boolean): RequestPath | null {
  const led = leadOf(text, start)
  const reader = new PathReader(text, start + root.length, led)
  if (indexedRoots.has(root)) {
    reader.read(1)
    // A word of a sentence. Reading on would take quadratic time over a chain of such words.
    if (reader.end > start + root.length && reader.names[0] !== '#') return null
  }
  reader.read()
  const { end, names } = reader
  const found = { text, start, end, root, led, names, isParameter: isChoice(root, led, names), isRefusal }
  if (isOfFile(found) || isOfCode(found) || isListOfRoles(found)) return null
  if (end === start + root.length ? !isNamedAlone(found) : !isWay(found)) return null
  // DashScope's native body: `input.messages.2.content`.
  const isNested = root === 'input' && isOwnList(names[0] ?? '')
  const isBlock = (blockRoots.has(root) && !found.isParameter) || blockPaths.has(`${root}.${names[0]}`)
  // `tool calls ['call_1'] are unanswered` lists ids of calls.
  if (isBlock && names.length === 1 && callID.test(names[0] as string)) return null
  const own = isOwn(found, isBlock, isNested)
  if (isClass(found, own)) return null
  const rooted = isNested
    ? [`$${names.shift()}`]
    : isBlock
      ? ['$', bare(root)]
      : [`$${isOwnName(bare(root)) || (names[0] === '#' && messageLists.has(root)) ? 'messages' : bare(root)}`]
  return {
    start,
    end,
    own,
    names: [...rooted, ...withoutTags(names)],
    labelled: led.labelled,
    hasIndex: names.includes('#'),
    leaf: names.findLast((name) => name !== '#' && !noise.test(name)) ?? root,
  }
}

/** Whether the text from a root on is a list of roles. */
export function listsRoles(text: FoldedText, start: number, root: string): boolean {
  if (!roleTags.has(root)) return false
  const reader = new PathReader(text, start + root.length, leadOf(text, start))
  reader.read()
  return isListOfRoles({ names: reader.names, root })
}

/** A root that was found, with the names behind it. */
interface Found {
  readonly text: FoldedText
  readonly start: number
  readonly end: number
  readonly root: string
  readonly led: Lead
  readonly names: readonly string[]
  /** Whether the root is a parameter of the request, not a block. */
  readonly isParameter: boolean
  readonly isRefusal: boolean
}

/** `/opt/uv/tools/agent/run.py` is a file. */
function isOfFile({ led, names, root, start, text: { lower } }: Found): boolean {
  return !led.own && lower[start - 1] === '/' && lower[start + root.length] === '/' && names[0] !== '#'
}

/** `self.client.messages.create(` is the call that a traceback shows. */
const isOfCode = ({ end, led, text }: Found): boolean => !led.own && text.lower[end] === '('

/** `(system, user, assistant)` lists the roles. */
const isListOfRoles = ({ names, root }: Pick<Found, 'names' | 'root'>): boolean =>
  names.length > 0 && [root, ...names].every((name) => roleTags.has(name))

/** Whether a root without a name behind it is a path. */
function isNamedAlone({ end, isParameter, isRefusal, led, root, start, text }: Found): boolean {
  if ((blockRoots.has(root) && !isParameter) || root === 'message' || turnLists.has(root)) return false
  // `UserMessage contents must not be empty` is about one message.
  if (root === 'contents' && text.lower.endsWith('message', start)) return false
  if (isOfContext(text, start, root) || ((root === 'image' || root === 'output') && !led.labelled)) return false
  const isNamed = led.labelled && (isParameter || root.startsWith('system') || foreignRoots.has(root))
  return isNamed || isComplainedOf(text, start, end, isRefusal)
}

/** Whether the names behind a root belong to it. */
function isWay({ names, start, text }: Found): boolean {
  // Go names the class of the innermost struct, and behind it the whole path: `FunctionCall.messages.tool_calls.function`.
  return !(names.length > 1 && text.lower.endsWith('structfield', start) && ownRoots.has(names[0] as string))
}

/** Whether a path leads into the conversation. */
function isOwn({ end, isParameter, led, names, root, start }: Found, isBlock: boolean, isNested: boolean): boolean {
  const isOfConversation =
    isBlock || (led.own && !isParameter && !foreignRoots.has(root) && (isNested || !isOfForm(root, names[0])))
  return isOfConversation && (end > start + root.length || led.labelled || !root.startsWith('system'))
}

/** Whether it is the name of a class. */
function isClass({ end, names, root, start, text }: Found, own: boolean): boolean {
  // `Model.ValidationException`, `stream [AI_APICallError]`: a class of a client; `System.ArgumentException` one of .NET.
  if ((!own || root === 'system') && /(?:exception|error)$/.test(names.at(-1) ?? '')) return true
  // `HTTP.Messages.Response` is one of Julia: each of its names has a capital.
  return !own && /^[A-Z]\w*(?:\.[A-Z]\w*)+$/.test(text.cased.slice(start, end))
}

/** Other names of the list: `message` of an item, `promptmessages` of Dify. */
const isOwnName = (root: string): boolean => root === 'message' || root === 'promptmessages'

/** `input.output_format`: models of pictures and speech keep all parameters in `input`, which is no list of items then. */
const isOfForm = (root: string, name = '#'): boolean =>
  root === 'input' && !/^(?:#|id|name)$/.test(name) && !itemFields.has(bare(name)) && !noise.test(name)

/**
 * Whether the root is the last word of what a program was doing, no parameter of that name: `failed to call model: invalid...`,
 * `create message stream: unexpected...`.
 */
function isOfContext({ gaps, lower }: FoldedText, start: number, root: string): boolean {
  const isLast = lower[start + root.length] === ':' && gaps[start] === gap.blank && isWord(lower.charCodeAt(start - 1))
  return isLast && foreignRoots.has(root) && !introducer.test(before(lower, start, 20))
}

/** Words that introduce a parameter. */
const introducer = /(?:param(?:eter)?s?|field|property|argument|option|key|body|request|value|name|for|of|in|at|is)$/

/** `function_call` as the parameter that `tool_choice` has replaced; a call would stand in a message. */
const isChoice = (root: string, { labelled }: Lead, names: readonly string[]): boolean =>
  labelled && bare(root) === 'functioncall' && names.length < 2

/** Ids of calls: names of fields have no digit, and of fields only `call_id` begins like an id. */
const callID = /\d|^(?:call|fc|toolu|tooluse)_(?!id)/

/** Other names of the list of messages. */
const messageLists: ReadonlySet<string> = new Set(['history', 'chat_history', 'chathistory', ...turnLists])

/** Fields of blocks whose names are request parameters as well. */
const blockPaths: ReadonlySet<string> = new Set([
  'thinking.signature',
  'thinking.thinking',
  'reasoning.encrypted_content',
])
