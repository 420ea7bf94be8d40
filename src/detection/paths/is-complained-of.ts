import { before } from '../words/before.ts'
import { endsIn } from '../words/ends-in.ts'
import { type FoldedText, gap } from '../words/fold-text.ts'
import { foreignList } from '../words/foreign-words.ts'
import { isOfOtherHolder } from './is-of-other-holder.ts'
import { isWord } from '../words/name-characters.ts'

/** `input` or `messages` alone is an everyday word. It is a path if it is quoted and a complaint stands straight before it, */
const leadsToRoot =
  /(?:parameter:?|fieldrequired:|typefor|invalid|valuefor|propertyname|(?<!block)missing(?:(?:required)?field:?)?|required|requiredproperty|loc:[.(]?(?:body[.,])?|path:[./]?|nestedproperty|isa?requiredproperty-|thevalueisempty(?:orinvalid)?:|(?:[,;]|errors:\.?\{)field:|tooshort-|(?:isnotoftype|isnotvalidunder|doesnotmatch)[^-]{1,40}-|at(?:\$\.)?|onfield|generatecontentrequest\.|(?:key:|structfield)\w{1,30}\.)$/
/** or if a complaint follows straight behind a colon, */
const followsColon =
  /^:\.?(?:this)?(?:(?:输入)?(?:不能)?为空|rejected|repeated|input(?:should|tag)|extrainputs|unexpected|wrongtype|failed|expected|required|missing|(?:[a-z]\w{2,9})?(?:must|should|cannot|is)(?!prompt)|field(?:is)?required|atleast|minimum|maximum|empty|invalid|unknown)/
/** or in the next field of a record, if that is a refusal or speaks of messages, */
const nextField = /^,(?:reason|issue|problem)(?=:)/
const ofMessages = /^.\w{5,7}:(?:must|should)(?:contain|have|include)(?:atleast)?(?:one|1|a)message/
/** or if the complaint behind it can mean nothing else. */
const followsName: RegExp = new RegExp(
  `^(?:${foreignList.source})|${/^(?:\([^()]{0,60}\)|\.?\{[\w,]{0,40}\})?(?:list|array|field|parameter)?(?:required(?=[.,;})]|$)|(?:is|are)(?:a?required(?!to)|missing|empty|anempty(?:list|array)|invalid|malformed|notvalid|notacceptable|incorrect)|(?:参数)?(?:非法|错误|无效|不能为空|为空|缺失|必填|必须[是为]|至少(?:包?含|需要|要?有)?(?:1|一)[条个项])|(?:mustnot|cannot|shouldnot|maynot|isnotallowedto)be(?:an)?(?:empty|null|missing)|(?:inputshouldbeavalid|(?:must|to)be(?:an?)?(?:non-?empty)?)(?:array|list|sequence)|mustbe(?:non-?empty|defined|provided|specified)|(?:must|should)(?:(?:contain|have)atleast|nothavefewerthan)(?:1|one)(?!part|\d)|mustbeeither|doesnotcontain\d{1,2}required|(?:darf|ne(?:doit|peut)pas|(?:no|n[aã]o)(?:debe|deve|puede|pode)|не(?:может|долж[а-я]{1,3})бытьпуст|отсутству|обязател|は(?:空|必須)|[은는이가](?:비어|필수))|mustcontainbetween1|failedtosatisfy)/.source}`,
)

/** Whether a root that stands alone is a path: something is complained of it. */
export function isComplainedOf(text: FoldedText, start: number, end: number, isRefusal: boolean): boolean {
  const { gaps, lower } = text
  const behind = lower.slice(end, end + 80)
  const isQuoted = (gaps[end] as number) >= gap.quote
  if (gaps[end] === gap.none && isWord(lower.charCodeAt(end))) return false
  // `Invalid input: expected string` is how zod begins, and names no field.
  if (!isQuoted && lower.endsWith('invalidinput', end)) return false
  // `its required 'reasoning' item` is the item itself.
  if (lower.startsWith('item', end)) return false
  // `Failed to parse messages: Missing 'role'` is how llama.cpp begins, and `Invalid tool input` is no path either.
  if (!isQuoted && endsIn(lower, start, ['failedtoparse', 'tool'])) return false
  if (followsColon.test(isRefusal || ofMessages.test(behind) ? behind.replace(nextField, '') : behind)) return true
  if ((isOwnList(lower.slice(start, end)) || lower.endsWith('$.', start)) && followsName.test(behind))
    return isRefusal || !isOfOtherHolder(text, start)
  if (lower.slice(start, end) === 'input') {
    if (isQuoted && lacksItems.test(behind)) return true
    if (isEmptyList.test(behind)) return !endsIn(lower, start, localErrors)
  }
  if (!isQuoted && !/^(?:\.?(?:$|[,;:})(])|oftype\.|requestid)/.test(behind)) return false
  const lead = leadsToRoot.exec(before(lower, start, 40))?.[0]
  // `Chat` ends as `at` does.
  return lead !== undefined && (lead !== 'at' || gaps[start - lead.length] !== gap.none)
}

/** The lists of messages. */
export const isOwnList = (root: string): boolean => root === 'messages' || root === 'contents'

/** A text to embed is an `input`, too; only complaints about a list of items are about a conversation. */
const lacksItems = /^(?:isrequired|mustbean?(?:stringor)?array)/
const isEmptyList =
  /^(?:mustbea?(?:string|text)oran?(?:array|list)of(?:input)?items|(?:mustnot|cannot|maynot|shouldnot)be(?:an)?empty(?:list|array)(?!for|of)|mustbean?(?:stringor(?=non-?emptyinput))?non-?empty(?:inputitem)?(?:list|array)|(?:list|array)(?:is|(?:mustnot|cannot|maynot|shouldnot)be)empty|(?:must|should)(?:contain|have)atleast(?:1|one)item)/

/** Exceptions of a function about its own argument. */
const localErrors = ['valueerror:', 'typeerror:', 'assertionerror:'] as const
