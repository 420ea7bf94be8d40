import { bare, withoutTags } from './bare-names.ts'
import { before } from './before.ts'
import { type FoldedText, gap } from './fold-text.ts'
import { isComplainedOf, isOwnList } from './is-complained-of.ts'
import { isWord } from './name-characters.ts'
import { type Lead, leadOf, unlabelled } from './path-lead.ts'
import { PathReader } from './path-reader.ts'
import {
  blockRoots,
  contentFields,
  foreignRoots,
  indexedRoots,
  itemFields,
  messageFields,
  noise,
  ownRoots,
  roleTags,
  turnLists,
} from './path-words.ts'

/** A path of a request, found in a folded text. */
export interface RequestPath {
  /** Positions in the folded text. */
  readonly start: number
  readonly end: number
  /** Whose it is: the conversation's, or another part of the request's. */
  readonly own: boolean
  /** The names on the way, `$` and the root first, without underscores; `#` stands for an index at the end. */
  readonly names: readonly string[]
  /** Whether a label of the body gives it (`param`, `loc`, `path`, `field`), so that the complaint stands before it. */
  readonly labelled: boolean
  readonly hasIndex: boolean
  /** The last name, as it is written. */
  readonly leaf: string
}

const longestFirst = (words: Iterable<string>): string => [...words].sort((a, b) => b.length - a.length).join('|')

const rootPattern = new RegExp(longestFirst([...ownRoots, ...blockRoots, ...foreignRoots]), 'y')

const MAX_PATHS = 32

/** The paths in a text, in their order; the work is bounded. */
export function readPaths(text: FoldedText): RequestPath[] {
  const { gaps, lower } = text
  const paths: RequestPath[] = []
  for (let at = 0; at < lower.length && paths.length < MAX_PATHS; at++) {
    if (gaps[at] === gap.none && at > 0 && isWord(lower.charCodeAt(at - 1))) continue
    rootPattern.lastIndex = at
    const root = rootPattern.exec(lower)?.[0]
    const path = (root === undefined ? maskedPathAt(text, at) : pathAt(text, at, root)) ?? classPathAt(text, at)
    if (path === null || isNameOfPart(text, path, paths.at(-1))) continue
    paths.push(path)
    at = Math.max(at, path.end - 1)
  }
  return paths
}

/** Parts and blocks have fields that are called as parameters are: `messages[3].content[0]: missing field input`. */
function isNameOfPart({ lower }: FoldedText, { end, names, start }: RequestPath, last?: RequestPath): boolean {
  if (names.length > 1) return false
  return lower.startsWith('-at$', end) || (last?.hasIndex === true && namesPart.test(lower.slice(last.end, start)))
}
const namesPart = /^[^;]{0,200}(?:missing(?:required)?field|haverequiredproperty|missingproperty:)$/

/** What the list of messages is called beside: as an item, and by Dify. */
const isOwnName = (root: string): boolean => root === 'message' || root === 'promptmessages'

/** `input.output_format`: where models of pictures and speech keep all their parameters, `input` is no list of items. */
const isOfForm = (root: string, name = '#'): boolean =>
  root === 'input' && !/^(?:#|id|name)$/.test(name) && !itemFields.has(bare(name)) && !noise.test(name)

/**
 * `failed to call model: invalid...`, `create message stream: unexpected...`: the last word of what a program was at, no parameter
 * of that name.
 */
function isOfContext({ gaps, lower }: FoldedText, start: number, root: string): boolean {
  const isLast = lower[start + root.length] === ':' && gaps[start] === gap.blank && isWord(lower.charCodeAt(start - 1))
  return isLast && foreignRoots.has(root) && !introducer.test(before(lower, start, 20))
}

/** What introduces a parameter. */
const introducer = /(?:param(?:eter)?s?|field|property|argument|option|key|body|request|value|name|for|of|in|at|is)$/

function pathAt(text: FoldedText, start: number, root: string): RequestPath | null {
  const { lower } = text
  const rootEnd = start + root.length
  const led = leadOf(text, start)
  const isPointer = lower[start - 1] === '/' && lower[rootEnd] === '/'
  const reader = new PathReader(text, rootEnd, led)
  reader.read()
  const { end, names } = reader
  // `/opt/uv/tools/agent/run.py` is a file.
  if (!led.own && isPointer && names[0] !== '#') return null
  const isParameter = isChoice(root, led, names)
  if (end === rootEnd) {
    if (
      (blockRoots.has(root) && !isParameter) ||
      root === 'message' ||
      turnLists.has(root) ||
      // `UserMessage contents must not be empty`: those of one message.
      (root === 'contents' && lower.endsWith('message', start)) ||
      isOfContext(text, start, root) ||
      ((root === 'image' || root === 'output') && !led.labelled) ||
      !(
        (led.labelled && (isParameter || root.startsWith('system') || foreignRoots.has(root))) ||
        isComplainedOf(text, start, end)
      )
    )
      return null
  } else if (
    (indexedRoots.has(root) && names[0] !== '#') ||
    // Go names the class of the innermost struct, and behind it the whole path: `FunctionCall.messages.tool_calls.function`.
    (names.length > 1 && lower.endsWith('structfield', start) && ownRoots.has(names[0] as string))
  )
    return null
  // DashScope's native body: `input.messages.2.content`.
  const isNested = root === 'input' && isOwnList(names[0] ?? '')
  const isBlock = (blockRoots.has(root) && !isParameter) || blockPaths.has(`${root}.${names[0]}`)
  // `(system, user, assistant)`: what roles there are.
  if (names.length > 0 && [root, ...names].every((name) => roleTags.has(name))) return null
  // `tool calls ['call_1'] are unanswered`: calls by their ids.
  if (isBlock && names.length === 1 && callID.test(names[0] as string)) return null
  const isOwn =
    isBlock || (led.own && !isParameter && !foreignRoots.has(root) && (isNested || !isOfForm(root, names[0])))
  const own = isOwn && (end > rootEnd || led.labelled || !root.startsWith('system'))
  // `Model.ValidationException`, `stream [AI_APICallError]`: a class of a client; `System.ArgumentException` one of .NET.
  if ((!own || root === 'system') && /(?:exception|error)$/.test(names.at(-1) ?? '')) return null
  // `HTTP.Messages.Response` is one of Julia.
  if (!own && isNameOfClass(text.cased.slice(start, end))) return null
  // `self.client.messages.create(` is the call that a traceback shows.
  if (!led.own && lower[end] === '(') return null
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

/** Each of its names has a capital, and there is more than one. */
const isNameOfClass = (written: string): boolean => /^[A-Z]\w*(?:\.[A-Z]\w*)+$/.test(written)

/** The parameter of old that `tool_choice` has replaced; a call stands in a message. */
const isChoice = (root: string, { labelled }: Lead, names: readonly string[]): boolean =>
  labelled && bare(root) === 'functioncall' && names.length < 2

/** What providers give as ids of calls; a field has no digit in its name. */
const callID = /\d/

/** Other names of the list of messages. */
const messageLists: ReadonlySet<string> = new Set(['history', 'chat_history', 'chathistory', ...turnLists])

/** Relays mask what looks like a domain: of `messages.1.content.0.thinking.signature` is left `***.***.***.signature`. */
function maskedPathAt(text: FoldedText, start: number): RequestPath | null {
  const { gaps, lower } = text
  if (lower[start] !== '.' || gaps[start] === gap.none || gaps[start + 1] !== gap.none) return null
  // Jackson shows what it read: `at [Source: (String)"…`.
  if (lower.endsWith('at', start)) return null
  const reader = new PathReader(text, start, unlabelled)
  reader.read()
  const { end, names } = reader
  const leaf = names[0]
  if (leaf === undefined || names.length > 1) return null
  if (leaf === stringTag && lower.startsWith('inputshouldbe', end)) return maskedContent(start, end)
  if (lower[end] !== ':' && gaps[end] !== gap.quote) return null
  const isOfMessage = messageFields.has(leaf)
  if (!isOfMessage && !contentFields.has(leaf)) return null
  const holder = isOfMessage ? ['$messages'] : ['$messages', 'content']
  return { start: start + 1, end, own: true, names: [...holder, bare(leaf)], labelled: false, hasIndex: false, leaf }
}

/** What may be a string or a list is the content of a message; of its path pydantic's tag is left. */
const stringTag = 'str'

const maskedContent = (start: number, end: number): RequestPath => ({
  start: start + 1,
  end,
  own: true,
  names: ['$messages', 'content'],
  labelled: false,
  hasIndex: true,
  leaf: 'content',
})

/** Pydantic names a message by its class, and the field of it in the next line: `1 validation error for AIMessage\ncontent`. */
const messageClass =
  /validationerrors?for(?:ai|human|system|tool|function|user|assistant|developer|chat(?:completion\w{0,20}?)?)message(?:param|chunk)?/y

/** A check of the whole message names no field: `1 validation error for ChatMessage\n  Value error, …`. */
const ownChecks: ReadonlySet<string> = new Set(['value', 'assertion'])

/** Where a class of a message opens the path: `ChatCompletionMessageGenericParam.content: Field required`, `Go struct field ChatMessage.content`. */
const paramClass =
  /(?:chatcompletion[a-z]{0,20}message[a-z]{0,20}param|(?<=field)[a-z]{0,20}message)(?=\.(?!messages))/y

/** Anthropic names a block by its class: `RequestWebSearchResultBlock.encrypted_content: Field required`. */
const blockClass = /request([a-z]{4,30}?)block(?=\.)/y

function classPathAt(text: FoldedText, at: number): RequestPath | null {
  const message = matchAt(messageClass, text.lower, at)
  const param = message ? null : matchAt(paramClass, text.lower, at)
  const found = message ?? param ?? matchAt(blockClass, text.lower, at)
  if (found === null) return null
  const behind = at + found[0].length
  if (message && text.gaps[behind] === gap.none) return null
  const reader = new PathReader(text, behind, unlabelled)
  reader.read(message ? behind : behind + 1)
  const { end, names } = reader
  const leaf = names[0]
  if (leaf === undefined || ownChecks.has(leaf)) return null
  const start = message ? behind : at
  const holder = message || param ? ['$messages'] : ['$messages', 'content', found[1] as string]
  return { start, end, own: true, names: [...holder, ...withoutTags(names)], labelled: false, hasIndex: true, leaf }
}

function matchAt(sticky: RegExp, lower: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at
  return sticky.exec(lower)
}

/** Fields of blocks whose names are request parameters as well. */
const blockPaths: ReadonlySet<string> = new Set([
  'thinking.signature',
  'thinking.thinking',
  'reasoning.encrypted_content',
])
