import type { RecoveryErrorType } from '../../faults/fault-catalogue.ts'
import { type Complaint, complaintIn } from './complaint.ts'
import type { FieldRule } from './field-rule.ts'
import { type FoldedText, gap } from '../words/fold-text.ts'
import { itemFields } from '../paths/path-words.ts'
import type { RequestPath } from '../paths/request-path.ts'

/** A complaint about a field of the request. */
export interface FieldMatch {
  /** Null: the field is not one of the conversation. */
  readonly type: RecoveryErrorType | null
  readonly complaint: Complaint
  readonly path: RequestPath
  /** Positions in the folded text: the path with the words that complain. */
  readonly start: number
  readonly end: number
  /** The field that the complaint is about. */
  readonly field: string
  /** How many names of the path the row knows: 0 when it is the row for any field. */
  readonly known: number
  /** A custom check of the server (`Value error, …`) raised it: the sentence tells the fault, the path only where the check ran. */
  readonly isSentence?: boolean
}

interface CompiledRule {
  readonly type: RecoveryErrorType
  readonly names: readonly string[]
  readonly weight: number
  readonly complaints: ReadonlySet<Complaint>
}

/** Finds complaints about fields. */
export type FieldMatcher = (text: FoldedText, paths: readonly RequestPath[]) => readonly FieldMatch[]

/** How far behind a path its complaint may end, and how far before it one may begin. */
const AFTER = 200
const BEFORE = 90
const BEFORE_LABEL = 1800
/** Where a body goes on to show the input: no words of the provider follow. */
const dump = /(?:,input(?:_value)?|,ctx|,received|,url)[:=]/
/** Everything up to the last mark that ends another clause. */
const clauseStart = /^.*(?:[;{}]|(?:message|msg|body|status|detail):)/
const sentenceEnd =
  /;(?!must|expected|size|codes|defaultmessage)|\},\{|line\d+column|,(?:type|param|code|status|request_?id|error_?type):|,name:\w{0,40}(?:error|exception)|\(request|\(traceid|=invalid_?request/

/** `messages: unexpected …`: parsers say so of a whole input or file. Behind a longer path it is a complaint. */
const unexpected = /^:unexpected/

/** `… arguments in messages[3]: unexpected end of JSON input`: what a parser of JSON says of a text in that message. */
const ofParser = /^:(?:unexpected(?:end|eof|token)|invalidcharacter|expectingvalue)/

/** The conversation as a whole is too long, not the named field. */
const ofAll = /\dtokens|tokencount|context(?:window|length)/

/** The name of a field that the sentence gives in addition to the path. */
const namedField =
  /^(?:[:,.)\]-]|->)*(?:is)?(?:missing(?:required)?(?:field|propert(?:y|ies)|key)|(?:unknown|unexpected|unrecognized|extra)(?:field|property|key)|tocontain(?:the)?(?:field|key|property)|property|key(?=\w{1,40}notfound)):?(?=([a-z_]{1,60}))/
/** The same farther behind the path (JSON schema, pydantic), or behind the path of its holder (botocore). */
const namedBehind = /(?:haverequiredproperty|(?:missing|additional)property:|usingdiscriminator)(?=[a-z_])/
const parameterIn = /(?:missingrequired|unknown)parameterin$/
const namedPart =
  /^[:,)]*(?!expectedtype:)(?:item\d{1,4})?(?:(?:\w{0,10}(?:missing|hasinvalid|empty|hasno|holdsno|lacks|musthave|mustcontain|mustinclude|needs|requires)(?:an?)?(?:string)?|expected|)(?=(role|content|parts|type|name|function_?name|id|thinking|tool_call_id|tool_calls|thought_?signature)(?:tobe|key|field|array|and|or|[^a-z_=]|$))|(?:hasinvalid)?(?=(function\.(?:name|arguments))(?:must|should|is|cannot|[,:)]|$))|(?:hasinvalid|(?:a(?:tool|function)_?call)?(?:needs|requires|lacks|hasno|(?:is)?missing))(?=(function\.(?:name|arguments)))|(?:unsupported|invalid)(?=(role)(?!s)|(signature)in)|toomany(?=(image|document|video|audio|tool_calls))|\d{1,5}(?=(image|document|video)s?(?:given|provided|found|sent|attached))|invalidtool_?call_?(?=(id|name|arguments)(?![a-z]))|invalidjson(?=(arguments|input)(?![a-z]))|[은는에이가はにの]{1,2}(?=(role|content|type|name|tool_call_id|tool_calls)(?:필드|フィールド|[은는이가はがを]))|(?:the|content)?(?=(cache_control|content(?!block|part|item|type)|type|role|name|signature|tool_call_id|tool_calls|call_id|arguments|output|function_?name)(?:field)?(?:cannot|must|should|is|isnot|maynot|block|hasto|required)))/
const namedBefore =
  /(?:unknownobjectmembername(\w{1,60})within|([a-z_]{1,40})isarequiredproperty(?:-|.*oninstance\.)|(?:unknownname|hasnofieldnamed)(\w{1,60})at|missing(?:required)?field(\w{1,40})-at(?:\$\.)?|\((\w{1,60})(?:,[\w,]{0,200})?(?:was|were)unexpected\)-|(function\.(?:name|arguments))[a-z-]{4,40}at|(image|document|pdf|audio|video)(?:bytes|data|file)?(?:at|in)|(role|content)of)$/d
/** `messages[] entries must be objects`: the complaint is about the entries, not the list. */
const entries = /^(?:entr(?:y|ies)|elements?|items?)(?:must|should|are|is|has|have|cannot)/
/** How validators introduce a path: their complaint counts for unknown fields, too. */
const validatorBefore =
  /(?:parameter:|valueisempty(?:orinvalid)?:|generatecontentrequest\.|(?:type|failed)for|valueat|invalid|-|missing|missing(?:required)?field|duplicate|property|validationerrors?for\w{1,40}|structfield\w{0,40}\.|propertyname\w{1,60}at|(?:[)→]|items|characters|elements|array|string|object|undefined|null)at|-at\$\.|within)$/
/** Codes that state the complaint about `param` in a body without a message; other codes are about something else. */
const codeBehind = /^,code:(unknown_parameter|missing_required_parameter)(?!\w)/
/** How pydantic introduces the sentence of a custom check. */
const ownCheck = /^[^;]{0,12}(?:value|assertion)error,/
const validatorBehind =
  /^[:)-]|^error:|^(?:must|should|cannot)(?:be|notbe(?=\w{3}))|^is(?:invalid|required|missing|notallowed)|^(?:,(?:msg|message):)|^failedto/

/** Compiles rows into one matcher: the row with the most names wins. */
export function compileFields(rules: readonly (FieldRule & { readonly type: RecoveryErrorType })[]): FieldMatcher {
  const compiled = rules
    .map(({ type, field, complaints }): CompiledRule => {
      const names = field.replaceAll('_', '').split('.')
      const weight = names.filter((name) => name !== '*').length
      return {
        type,
        names,
        weight: names.includes('*') && weight > 0 ? weight - 0.5 : weight,
        complaints: new Set(complaints),
      }
    })
    .sort((a, b) => b.weight - a.weight)
  return (text, paths) => matchFields(text, paths, compiled)
}

function matchFields(text: FoldedText, paths: readonly RequestPath[], rules: readonly CompiledRule[]): FieldMatch[] {
  return paths.flatMap((path, at): FieldMatch[] => {
    const [next, last] = paths.filter((other, place) => place > at && !isSame(other, path))
    // `function_call.name in contents[3] is too long`: the place stands between the field and its complaint.
    const place = next !== undefined && /^(?:in|at|of)$/.test(text.lower.slice(path.end, next.start)) ? next : undefined
    const to = (place === undefined ? next : last)?.start ?? text.lower.length
    const said = complaintAbout(text, { ...path, end: place?.end ?? path.end }, paths[at - 1]?.end ?? 0, to)
    if (said === null) return []
    const { complaint, end, start } = said
    const parsed = path.names.length === 1 ? unexpected : ofParser
    if (isOfMessages(path) && parsed.test(text.lower.slice(path.end, end))) return []
    if (!path.own || (complaint === 'long' && ofAll.test(text.lower.slice(start, end))))
      return [{ type: null, complaint, path, field: path.leaf, start, end, known: 0 }]
    if (isOfAnotherForm(text, path, complaint))
      return [{ type: null, complaint, path, field: said.field ?? path.leaf, start, end, known: 0 }]
    const of = entries.test(text.lower.slice(path.end, end)) ? { names: [...withoutIndex(path.names), '#'] } : path
    const names = namesOf(of, said.field?.toLowerCase().replaceAll('_', ''))
    const rule = rules.find(
      (row) =>
        row.complaints.has(complaint) &&
        (row.weight >= 1 ||
          said.isValidator ||
          ((complaint === 'unknown' || complaint === 'unsupported') && path.hasIndex)) &&
        fits(names, row.names),
    )
    return rule === undefined
      ? []
      : [
          {
            type: rule.type,
            complaint,
            path,
            field: said.field ?? path.leaf,
            start,
            end,
            known: said.isDirect ? rule.weight : 0,
            isSentence: said.isSentence,
          },
        ]
  })
}

/** Whether a path leads to the list or to one message, and no farther. */
const isOfMessages = ({ names }: RequestPath): boolean => names.length === 1 || (names.length === 2 && names[1] === '#')

/** Complaints about a field that the form expects; an unknown field may be refused with any other. */
const ofForms: ReadonlySet<Complaint> = new Set([
  'empty',
  'invalid',
  'long',
  'null',
  'pattern',
  'required',
  'type',
  'value',
])

/** A list of messages whose entries shall hold what no chat format knows: `messages.0.subject: Required`. */
function isOfAnotherForm(
  { lower }: FoldedText,
  { end, hasIndex, names, start }: RequestPath,
  complaint: Complaint,
): boolean {
  const [root, field] = names
  if (root === undefined || field === undefined || !ofForms.has(complaint)) return false
  // `messages.retention`: a list without an index has but the fields of its items.
  if (!hasIndex && names.length < 3) return root === '$messages' && !itemFields.has(field) && !ofLists.test(field)
  // A list of texts to embed.
  if (field === '#') return root === '$input' && mustBeText.test(lower.slice(end, end + AFTER))
  if (!itemLists.has(root)) return false
  if (field === 'id') return root !== '$input' && names.length === 2
  if (field !== 'name') return !itemFields.has(field)
  return complaint === 'required' && firstItem.test(lower.slice(start, end)) && !ofFunctions.test(lower)
}

const ofLists = /^(?:#|id|length|size|count|name|items?|jsonkey)$/
const mustBeText = /^(?:must|should)beastring(?!or)/

/** Of messages only those of functions have to have a name, and none of these stands first. */
const firstItem = /^\w+\.0\./
const ofFunctions = /function|tool/
const itemLists: ReadonlySet<string> = new Set(['$messages', '$contents', '$input'])

/** The names of a path and of the field in it that the words give; they may give the last name once more. */
const namesOf = ({ names }: Pick<RequestPath, 'names'>, field: string | undefined): readonly string[] =>
  field === undefined || names.at(-1) === field ? names : [...withoutIndex(names), ...field.split('.')]

const withoutIndex = (names: readonly string[]): readonly string[] =>
  names.at(-1) === '#' ? names.slice(0, -1) : names

interface Said {
  readonly complaint: Complaint
  readonly field?: string
  /** Whether the words are about the path for certain: behind it, or as validators lead to one. */
  readonly isDirect: boolean
  /** Whether it is worded as validators do, so that it may be about any field. */
  readonly isValidator: boolean
  readonly isSentence: boolean
  readonly start: number
  readonly end: number
}

/** What is said about a path: behind it, else before it. */
function complaintAbout(text: FoldedText, path: RequestPath, from: number, to: number): Said | null {
  const { gaps, lower } = text
  const behind = upTo(lower.slice(path.end, Math.min(to, path.end + AFTER)))
  const before = lower.slice(
    path.labelled ? Math.max(0, path.start - BEFORE_LABEL) : Math.max(from, path.start - BEFORE),
    path.start,
  )
  const start = path.names[0] === '$' ? before.lastIndexOf(':') + 1 : (clauseStart.exec(before)?.[0].length ?? 0)
  const clause = path.labelled ? before : before.slice(start)
  // Behind the holder botocore writes the name, and what it knows instead.
  const isHolder = parameterIn.test(before)
  const named = isHolder ? /^:(?=[a-z_])/.exec(behind) : (namedField.exec(behind) ?? namedBehind.exec(behind))
  const field =
    named === null
      ? (namedPart
          .exec(behind)
          ?.slice(1)
          .find((name) => name !== undefined) ?? nameBefore(text, path, before))
      : wordAt(gaps, lower, path.end + named.index + named[0].length)
  const complaintBehind = isHolder ? null : (complaintIn(withinBody(behind)) ?? complaintIn(behind))
  const code = path.labelled && !before.includes('message:') ? codeBehind.exec(lower.slice(path.end))?.[1] : undefined
  const complaint = complaintBehind ?? (isPlaced(path, before) ? complaintIn(code ?? clause) : null)
  if (complaint === null) return null
  const isValidator =
    path.names.length > 1 &&
    (path.labelled || validatorBehind.test(behind) || validatorBefore.test(before) || field !== undefined)
  return {
    complaint,
    ...(field === undefined ? {} : { field }),
    isDirect: complaintBehind !== null || isHolder || path.labelled || validatorBefore.test(before),
    isValidator,
    isSentence: ownCheck.test(behind),
    start: path.start,
    end: path.end + behind.length,
  }
}

/** As the request writes it: what is to be taken out of a message has to be found there. */
function nameBefore({ cased, gaps }: FoldedText, path: RequestPath, before: string): string | undefined {
  const place = namedBefore
    .exec(before)
    ?.indices?.slice(1)
    .find((indices) => indices !== undefined)
  if (place === undefined) return undefined
  const offset = path.start - before.length
  const end = offset + place[1]
  // What stands before a quotation mark or a blank is another word.
  let start = end - 1
  while (start > offset + place[0] && gaps[start] === gap.none) start--
  return cased.slice(start, end)
}

/** Validators name a path again inside their sentence. */
const isSame = (one: RequestPath, other: RequestPath): boolean => one.names.join('.') === other.names.join('.')

/** A complaint before a path is about it when the path is one of a request, not only two words with a dot between. */
const isPlaced = ({ labelled, hasIndex, names }: RequestPath, before: string): boolean =>
  labelled || hasIndex || isOfBlock(names, before) || isOfItem(names) || validatorBefore.test(before)

/** `malformed tool_use.id`; Go names a class before the path. */
const isOfBlock = ([root]: readonly string[], before: string): boolean =>
  root === '$' && !before.endsWith('structfield')

/** `messages[].role`: an index without a number. */
const isOfItem = ([root, field = '']: readonly string[]): boolean =>
  (root === '$messages' || root === '$contents') && itemFields.has(field)

function upTo(stretch: string): string {
  const end = sentenceEnd.exec(stretch)?.index ?? stretch.length
  const rest = stretch.slice(0, end)
  const dumped = dump.exec(rest)
  return dumped === null ? rest : rest.slice(0, dumped.index + dumped[0].length + 4)
}

/** Up to the brace that closes the body around it: behind it a log speaks of itself (`…}}" text="(empty)"`). */
function withinBody(stretch: string): string {
  let open = 0
  for (let at = 0; at < stretch.length; at++)
    if (stretch[at] === '{') open++
    else if (stretch[at] === '}' && --open < 0) return stretch.slice(0, at)
  return stretch
}

/** The word at a position, as far as quotes and blanks tell; inside quotes only a terminal breaks a name. */
function wordAt(gaps: Uint8Array, lower: string, start: number): string {
  const least = gaps[start] === gap.quote ? gap.quote : gap.blank
  let end = start
  while (end < lower.length && /[a-z_]/.test(lower[end] as string) && (end === start || (gaps[end] as number) < least))
    end++
  return lower.slice(start, end)
}

/** Whether the names end as the row says. */
function fits(names: readonly string[], row: readonly string[]): boolean {
  for (let from = 0; from < names.length; from++) if (fitsFrom(names, from, row, 0)) return true
  return false
}

function fitsFrom(names: readonly string[], at: number, row: readonly string[], rowAt: number): boolean {
  if (rowAt === row.length) return at === names.length
  if (row[rowAt] !== '*') return names[at] === row[rowAt] && fitsFrom(names, at + 1, row, rowAt + 1)
  for (let next = at; next <= names.length; next++) if (fitsFrom(names, next, row, rowAt + 1)) return true
  return false
}
