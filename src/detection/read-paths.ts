import { before } from './before.ts'
import { type FoldedText, gap } from './fold-text.ts'
import {
  blockRoots,
  contentFields,
  foreignRoots,
  indexedRoots,
  knownNames,
  messageFields,
  noise,
  ownRoots,
  prefixes,
  roleTags,
} from './path-words.ts'
import { splitGlued } from './split-glued.ts'

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

/** What introduces a path as a field of the error's own body. */
const labelPattern = /(?:param|loc|path|field|property|location|referencechain):[.({/]*$/
const MAX_PATHS = 32
const MAX_SEGMENTS = 32
const MAX_NAME = 60
const MAX_LISTED = 800

/** A root alone is a word of every sentence: it is a path where a complaint leads straight to it and it is quoted, */
const leadsToRoot =
  /(?:parameter:?|typefor|invalid|valuefor|propertyname|missing(?:required)?field:?|missing|required|requiredproperty|loc:[.(]?(?:body[.,])?|path:\.?|nestedproperty|isa?requiredproperty-|(?:[,;]|errors:\.?\{)field:|tooshort-|(?:isnotoftype|isnotvalidunder|doesnotmatch)[^-]{1,40}-|at|onfield|generatecontentrequest\.|(?:key:|structfield)\w{1,30}\.)$/
/** or where a complaint follows straight behind a colon, */
const followsColon =
  /^:\.?(?:this)?(?:(?:输入)?(?:不能)?为空|rejected|repeated|input(?:should|tag)|extrainputs|unexpected|wrongtype|failed|expected|required|missing|(?:[a-z]\w{2,9})?(?:must|should|cannot|is)(?!prompt)|field(?:is)?required|atleast|minimum|maximum|empty|invalid|unknown)/
/** or where the sentence can mean nothing else. */
const followsName =
  /^(?:list|array|field|parameter)?(?:required(?=[,;})]|$)|(?:is|are)(?:a?required|missing|empty|invalid|malformed|notvalid|notacceptable|incorrect)|(?:参数)?(?:非法|错误|无效|不能为空|为空|缺失|必填|必须[是为])|(?:mustnot|cannot|shouldnot|maynot|cant)be(?:an)?(?:empty|null|missing)|(?:must|to)bean?(?:non-?empty)?(?:array|list)|mustbe(?:non-?empty|defined|provided|specified)|(?:must|should)(?:(?:contain|have)atleast|nothavefewerthan)(?:1|one)(?!part|\d)|mustbeeither|failedtosatisfy)/

/** The paths in a text, in their order; the work is bounded. */
export function readPaths(text: FoldedText): RequestPath[] {
  const { gaps, lower } = text
  const paths: RequestPath[] = []
  for (let at = 0; at < lower.length && paths.length < MAX_PATHS; at++) {
    if (gaps[at] === gap.none && at > 0 && isWord(lower.charCodeAt(at - 1))) continue
    rootPattern.lastIndex = at
    const root = rootPattern.exec(lower)?.[0]
    const path = root === undefined ? (maskedPathAt(text, at) ?? classPathAt(text, at)) : pathAt(text, at, root)
    if (path === null) continue
    paths.push(path)
    at = Math.max(at, path.end - 1)
  }
  return paths
}

const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95 || code === 45

const isName = (code: number): boolean => isWord(code) || code === 36

function pathAt(text: FoldedText, start: number, root: string): RequestPath | null {
  const { lower } = text
  const rootEnd = start + root.length
  const led = leadOf(text, start)
  const reader = new PathReader(text, rootEnd, led)
  reader.read()
  const { end, names } = reader
  if (end === rootEnd) {
    if (
      blockRoots.has(root) ||
      root === 'message' ||
      (root === 'image' && !led.labelled) ||
      !((led.labelled && (root.startsWith('system') || foreignRoots.has(root))) || isComplainedOf(text, start, end))
    )
      return null
  } else if (indexedRoots.has(root) && names[0] !== '#') return null
  // DashScope's native body: `input.messages.2.content`.
  const isNested = root === 'input' && isOwnList(names[0] ?? '')
  const isBlock = blockRoots.has(root) || blockPaths.has(`${root}.${names[0]}`)
  const isOwn = isBlock || (led.own && !foreignRoots.has(root))
  const own = isOwn && (end > rootEnd || led.labelled || !root.startsWith('system'))
  // `Model.ValidationException`, `stream [AI_APICallError]`: a class of a client; `System.ArgumentException` one of .NET.
  if ((!own || root === 'system') && /(?:exception|error)$/.test(names.at(-1) ?? '')) return null
  // `self.client.messages.create(` is the call that a traceback shows.
  if (!led.own && lower[end] === '(') return null
  const rooted = isNested
    ? [`$${names.shift()}`]
    : isBlock
      ? ['$', bare(root)]
      : [`$${root === 'message' ? 'messages' : bare(root)}`]
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

/** Relays mask what looks like a domain: of `messages.1.content.0.thinking.signature` is left `***.***.***.signature`. */
function maskedPathAt(text: FoldedText, start: number): RequestPath | null {
  const { gaps, lower } = text
  if (lower[start] !== '.' || gaps[start] === gap.none || gaps[start + 1] !== gap.none) return null
  const reader = new PathReader(text, start, unlabelled)
  reader.read()
  const { end, names } = reader
  const leaf = names[0]
  if (leaf === undefined || names.length > 1 || (lower[end] !== ':' && gaps[end] !== gap.quote)) return null
  const isOfMessage = messageFields.has(leaf)
  if (!isOfMessage && !contentFields.has(leaf)) return null
  const holder = isOfMessage ? ['$messages'] : ['$messages', 'content']
  return { start: start + 1, end, own: true, names: [...holder, bare(leaf)], labelled: false, hasIndex: false, leaf }
}

const messageClass =
  /validationerrors?for(?:ai|human|system|tool|function|user|assistant|developer|chat(?:completion\w{0,20}?)?)message(?:param|chunk)?/y

/** Pydantic names a message by its class, and the field of it in the next line: `1 validation error for AIMessage\ncontent`. */
function classPathAt(text: FoldedText, at: number): RequestPath | null {
  messageClass.lastIndex = at
  const start = at + (messageClass.exec(text.lower)?.[0].length ?? 0)
  if (start === at || text.gaps[start] === gap.none) return null
  const reader = new PathReader(text, start, unlabelled)
  reader.read(start)
  const { end, names } = reader
  const leaf = names[0]
  if (leaf === undefined) return null
  return { start, end, own: true, names: ['$messages', ...withoutTags(names)], labelled: false, hasIndex: true, leaf }
}

function isComplainedOf({ gaps, lower }: FoldedText, start: number, end: number): boolean {
  const behind = lower.slice(end, end + 40)
  const isQuoted = (gaps[end] as number) >= gap.quote
  if (gaps[end] === gap.none && isWord(lower.charCodeAt(end))) return false
  // `Invalid input: expected string` is how zod begins, and names no field.
  if (!isQuoted && lower.endsWith('invalidinput', end)) return false
  // `its required 'reasoning' item` is the item itself.
  if (lower.startsWith('item', end)) return false
  // `Failed to parse messages: Missing 'role'` is how llama.cpp begins, and `Invalid tool input` is no path either.
  if (!isQuoted && endsIn(lower, start, ['failedtoparse', 'tool'])) return false
  if (followsColon.test(behind)) return true
  if ((isOwnList(lower.slice(start, end)) || lower.endsWith('$.', start)) && followsName.test(behind)) return true
  if (isQuoted && lower.slice(start, end) === 'input' && lacksItems.test(behind)) return true
  return (isQuoted || /^(?:$|[,;:})(]|oftype\.|requestid)/.test(behind)) && leadsToRoot.test(before(lower, start, 40))
}

const endsIn = (lower: string, at: number, words: readonly string[]): boolean =>
  words.some((word) => lower.endsWith(word, at))

const isOwnList = (root: string): boolean => root === 'messages' || root === 'contents'
/** A text to embed is an `input`, too: only what a list of items lacks is said of a conversation. */
const lacksItems = /^(?:isrequired|mustbean?(?:stringor)?array)/

/** Where the word before a position begins; a terminal may have broken it once. */
function startOfWord({ gaps, lower }: FoldedText, end: number): number {
  const startOf = (from: number): number => {
    let at = from
    while (at > 0 && isName(lower.charCodeAt(at - 1)) && (at === from || gaps[at] === gap.none)) at--
    return at
  }
  const start = startOf(end)
  if (gaps[start] !== gap.blank) return start
  const earlier = startOf(start)
  return prefixes.has(lower.slice(earlier, end)) ? earlier : start
}

/** What follows it is a route, no path into its body. */
const httpMethods = ['get', 'post', 'put', 'patch', 'delete'] as const

interface Lead {
  readonly own: boolean
  /** Commas part its segments, as in a location of pydantic. */
  readonly isList: boolean
  /** Strokes part its segments, as in a JSON pointer. */
  readonly isPointer: boolean
  readonly labelled: boolean
}

/** Where the class before the root of a reference chain begins, whatever it is called; else the root itself. */
function startOfChain({ gaps, lower }: FoldedText, start: number): number {
  if (gaps[start] !== gap.quote || lower[start - 1] !== '.') return start
  let at = start - 1
  while (at > 0 && (isName(lower.charCodeAt(at - 1)) || lower[at - 1] === '.')) at--
  return lower.endsWith('referencechain:', at) ? at : start
}

/** A class of Go before the field: `Key: 'ChatRequest.Messages'`. */
const goClass = ['structfield', 'key:'] as const

/** What stands before a root: whose path it is, and how it is written. */
function leadOf(text: FoldedText, start: number): Lead {
  const { gaps, lower } = text
  let at = startOfChain(text, start)
  let own = true
  let holder = ''
  while (own && at > 0) {
    const mark = lower[at - 1] as string
    // Behind a full stop and a blank a new sentence begins.
    if ((mark !== '.' || gaps[at] === gap.blank) && mark !== ',' && mark !== '/' && !lower.endsWith('->', at)) break
    const markAt = mark === '>' ? at - 2 : at - 1
    // A JSON pointer begins with its stroke: `Type mismatch of '/messages/0/content'`.
    if (mark === '/' && gaps[markAt] !== gap.none && !endsIn(lower, markAt, httpMethods)) break
    const wordAt = startOfWord(text, markAt)
    const word = lower.slice(wordAt, markAt)
    if (word === '' || (mark === ',' && !prefixes.has(word))) break
    own = prefixes.has(word) || /^\d+$/.test(word) || endsIn(lower, wordAt, goClass)
    holder = word
    at = wordAt
  }
  const lead = before(lower, at, 20)
  const labelled = labelPattern.test(lead) || lower.startsWith('instance.', at)
  const isPointer = lower[start - 1] === '/'
  const isList = !isPointer && (labelled || /[(./]$/.test(lead))
  return { own: own || (labelled && !foreignRoots.has(holder)), isList, isPointer: isPointer || isList, labelled }
}

const unlabelled: Lead = { own: true, isList: false, isPointer: false, labelled: false }

/** Fields of blocks whose names are request parameters as well. */
const blockPaths: ReadonlySet<string> = new Set([
  'thinking.signature',
  'thinking.thinking',
  'reasoning.encrypted_content',
])

/** Tags of pydantic that list what they stand for: `function-after[check(), ToolMessage]`, `union[Text,ToolResult]`. */
const listingTag = /^(?:function-\w+|(?:tagged-)?union)$/

const nestedIndex = /^:[({]\d/
const nestedField = /^:[({][a-z]/

/** Reads the segments behind a root. */
class PathReader {
  readonly names: string[] = []
  readonly #lower: string
  readonly #gaps: Uint8Array
  readonly #lead: Lead
  #isNested = false
  end: number

  constructor({ gaps, lower }: FoldedText, start: number, lead: Lead) {
    this.#lower = lower
    this.#gaps = gaps
    this.#lead = lead
    this.end = start
  }

  read(from: number = this.#separator(this.end)): void {
    let at = from
    for (let segments = 0; at > 0 && segments < MAX_SEGMENTS; segments++) {
      const length = this.#segment(at)
      if (length === 0) {
        // An index without a number (`tool_calls[*]`, `input[...]`), or the full stop of a sentence.
        if (this.#gaps[at] === gap.bracket && at < this.#lower.length) this.end = at
        return
      }
      this.end = at + length
      if (this.#lower[this.end] === '.' && listingTag.test(this.names.at(-1) as string)) this.end = this.#closing()
      at = this.#separator(this.end)
    }
  }

  /** Behind the bracket that closes what a tag lists, or the end of a text that is cut off. */
  #closing(): number {
    const most = Math.min(this.#lower.length, this.end + MAX_LISTED)
    const end = this.#gaps.subarray(0, most).indexOf(gap.bracket, this.end + 2)
    return end < 0 ? most : end
  }

  /** The position behind a separator; 0 when the path ends here. */
  #separator(at: number): number {
    const mark = this.#lower[at]
    if (mark === '.' || (mark === '/' && this.#lead.isPointer)) return at + 1
    if (mark === '-' && this.#lower[at + 1] === '>') return behindClass(this.#lower, this.#gaps, at + 2)
    // Errors that are nested as the request is: `messages: (0: (role: must be ...`, `{"messages":{"0":{"role":[...`.
    if ((this.#isNested ? nestedField : nestedIndex).test(this.#lower.slice(at, at + 3))) {
      this.#isNested = true
      return at + 2
    }
    return mark === ',' && this.#lead.isList && !this.#endsSentence(at) ? at + 1 : 0
  }

  /** Folding makes a comma of the full stop behind a quoted path; a bare word behind it begins the next sentence. */
  #endsSentence(at: number): boolean {
    return (
      (this.#gaps[at] as number) >= gap.quote &&
      this.#gaps[at + 1] === gap.blank &&
      !/^(?:\d|[a-z],)/.test(this.#lower.slice(at + 1, at + 3))
    )
  }

  /** Reads one index or name, and returns its length: 0 when there is none. */
  #segment(at: number): number {
    if (this.#gaps[at] === gap.bracket) return 0
    const index = /^(?:\d{1,6}|x{2,4}|(?:index|idx)(?=\.)|[nmxyijk]|<\w{1,12}>|\{\w{0,12}\})/.exec(
      this.#lower.slice(at, at + 14),
    )
    if (index !== null && this.#endsAt(at + index[0].length, /\d/.test(index[0]))) {
      this.names.push('#')
      return index[0].length
    }
    const word = this.#word(at)
    // Behind a full stop and a blank the next sentence begins, unless a terminal has broken the path.
    const end = at + word.length
    const isBroken = knownNames.has(word) && (this.#goesOn(end) || this.#lower[end] === ':')
    if (this.#gaps[at] === gap.blank && this.#lower[at - 1] === '.' && !isBroken) return 0
    // Behind a full stop and a quote that ends the sentence, too: a quoted name has a quote behind it as well.
    if (this.#gaps[at] === gap.quote && this.#gaps[end] === gap.none && this.#lower[at - 1] === '.') return 0
    // A word before a colon in a list is the next label, as is `[type=missing`; `messages.1.property name should not exist`
    // names it apart.
    if (
      word === '' ||
      this.#lower[end] === '=' ||
      word === 'property' ||
      (this.#lead.isList && this.#lower[end] === ':' && this.#lower[at - 1] === ',')
    )
      return 0
    this.names.push(word)
    return word.length
  }

  #endsAt(at: number, isNumber: boolean): boolean {
    const least = isNumber ? gap.blank : gap.quote
    return (
      (this.#gaps[at] as number) >= least || !isWord(this.#lower.charCodeAt(at)) || this.#lower.startsWith('->', at)
    )
  }

  /** The word at a position: up to a mark or a quote; up to a blank, unless a terminal has broken the word there. */
  #word(at: number): string {
    let whole = this.#piece(at)
    let joined = whole
    for (let broken = 0; broken < 3 && this.#gaps[at + joined.length] === gap.blank; broken++) {
      const piece = this.#piece(at + joined.length)
      if (piece === '') break
      joined += piece
      if (knownNames.has(joined) || (!isNamed(whole) && this.#goesOn(at + joined.length))) whole = joined
    }
    return splitGlued(whole)
  }

  /** Behind a whole word of a path comes the next separator, or the quote that ends it. */
  #goesOn(at: number): boolean {
    return this.#separator(at) > 0 ? this.#gaps[at] === gap.none : (this.#gaps[at] as number) >= gap.quote
  }

  #piece(at: number): string {
    const lower = this.#lower
    let end = at
    while (end - at < MAX_NAME && isName(lower.charCodeAt(end))) {
      if (end > at && this.#gaps[end] !== gap.none) break
      if (lower[end] === '-' && lower[end + 1] === '>') break
      end++
    }
    return lower.slice(at, end)
  }
}

/** Jackson names the class before the field or the index, with its package: `->com.acme.Message["content"]`. */
function behindClass(lower: string, gaps: Uint8Array, start: number): number {
  for (let at = start; isName(lower.charCodeAt(at)) || lower[at] === '.'; at++) {
    if (lower[at] === '.' && (gaps[at + 1] === gap.quote || /\d/.test(lower[at + 1] ?? ''))) return at + 1
    if (at > start && gaps[at] !== gap.none) break
  }
  return start
}

const isNamed = (word: string): boolean => knownNames.has(word) || noise.test(word)

/** Tools of the server have calls and results of their own names; the same is demanded of them. */
const bare = (name: string): string => name.replaceAll(/[_-]/g, '').replace(/^\w+tool(use|result)$/, 'tool$1')

/** The names without indices and union tags; an index at the end stays as `#`. */
function withoutTags(names: readonly string[]): string[] {
  const fields = names.filter(
    (name, at) =>
      name !== '#' &&
      !noise.test(name) &&
      !(name === 'message' && names[at - 1] === '#' && at < names.length - 1) &&
      !(names[at - 1] === '#' && at <= 2 && roleTags.has(name)),
  )
  return names.at(-1) === '#' ? [...fields.map(bare), '#'] : fields.map(bare)
}
