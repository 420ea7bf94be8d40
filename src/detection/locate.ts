import type { DetectedError } from './detected-error.ts'
import type { ErrorExtras } from './shapes/error-extras.ts'
import { type FoldedText, gap } from './words/fold-text.ts'
import { knownNames } from './paths/path-words.ts'

/** Where the error points: read from the words beside the match, never from the whole text. */
export type ErrorLocation = Pick<
  DetectedError,
  'messageIndex' | 'blockIndex' | 'path' | 'field' | 'limit' | 'toolCallIds' | 'code'
>

/** How far before a match the words may stand that tell more of it. */
export const LOOK_BACK = 120
const LOOK_AHEAD = 600

/** `messages.3.content.0.tool_use.id`, `input.522.action`, `contents.1.parts.0`; a FastAPI location is a list with commas. */
const pathPattern =
  /(?:messages?|input|contents)[.,/](\d{1,6})(?!\d)(?:[.,/](?:\w+[.,/])?(?:content|parts|tool_calls)[.,/](\d{1,6})(?!\d))?[\w./]*/

/** Providers that count in words. */
const wordedIndexPattern = /(?:at (?:message )?index|message index|message at position|,position)(\d{1,6})(?!\d)/

const patterns = {
  worded: new RegExp(wordedIndexPattern.source.replaceAll(' ', '')),
  /** The first message is the first, unless the index stands beside it: `第7条消息(索引从0开始)`. */
  ordinal: /第([1-9]\d{0,5})条消息(?!\(索引)/,
  code: /(?:error_?code|lc_error_code|code):([a-z][a-z0-9_]{2,60})/,
  refusedField:
    /unknownname(\w{1,60}?)at|property([\w.]{1,80}?)isunsupported|unknownparameter:[\w.]*?\.([a-z_]+)(?=[,.;}]|$)|missing([a-z_]{1,40})field/,
} as const

/** Complaints whose path ends in the field itself. */
const fieldAtEndPattern = /\.([a-z_]+):(?:extrainputs|fieldrequired)/

/** Ids as the sentences of providers give them; the first group holds one id or a list. */
const idPatterns: readonly RegExp[] = [
  /immediatelyafter:([\w,:-]+)/i,
  /tool_resultblocks:([\w-]+)(?=\.each|[;}{),]|$)/i,
  /forthefollowingids:([\w-]+(?:,[\w-]+)*)/i,
  /didnothaveresponsemessages:([\w-]+(?:,[\w-]+)*)/i,
  /withcall_id([\w-]+)/i,
  /foundforfunctioncall(call_[\w-]+|fc_[\w-]+|[\w-]+)(?=[.;}{),]|$)/i,
  /toolusewithid([\w-]{1,120}?)wasfound/i,
  /(?:blockswithid|duplicateids):([\w-]+)/i,
  /tool_call_id:?([\w.:-]+?)isnotfound/i,
  /toolid\(([\w-]+)\)/i,
  /toolcallidwas([\w.:-]+?)butmust/i,
  /reusesid([\w-]+?)alreadyseen/i,
  /arefoundfortoolcalls:([\w-]+(?:,[\w-]+)*)/i,
  /missingfortoolcalls?:?([\w-]+(?:,[\w-]+)*)/i,
]

/** Reads the position and the code around a match, and the extras that its fault type asks for; their patterns are folded. */
export function locate(text: FoldedText, extras: ErrorExtras, start: number, end: number): ErrorLocation {
  const from = Math.max(0, start - LOOK_BACK)
  const to = end + LOOK_AHEAD
  const near = text.lower.slice(from, to)
  const path = pathPattern.exec(near)
  const worded = path === null ? wordedIndex(near) : undefined
  const ids = extras.ids ? idsIn(text.cased.slice(from, to)) : []
  const limit = extras.limits && firstNumber(near, extras.limits)
  const code = near.includes('code:') ? patterns.code.exec(near)?.[1] : undefined
  const field = extras.field ? fieldIn(near) : undefined
  return {
    ...(worded === undefined ? {} : { messageIndex: worded }),
    ...(path === null ? {} : placeOf(path, endOfPath(path[0], text.gaps.subarray(from + path.index)))),
    ...(field === undefined ? {} : { field }),
    ...(limit === undefined ? {} : { limit }),
    ...(ids.length === 0 ? {} : { toolCallIds: ids }),
    ...(code === undefined ? {} : { code }),
  }
}

type Place = Pick<ErrorLocation, 'messageIndex' | 'blockIndex' | 'path'>

const placeOf = ([path, message, block]: RegExpExecArray, end?: number): Place => ({
  messageIndex: Number(message),
  ...(block === undefined ? {} : { blockIndex: Number(block) }),
  path: path.slice(0, end).replaceAll(/[,/]/g, '.').replace(/\.+$/, ''),
})

/** Behind a whole name and a blank the sentence goes on, unless a terminal has broken the path there: `messages.0.role to equal`. */
function endOfPath(path: string, gaps: Uint8Array): number {
  for (const { index } of path.matchAll(/(?<=\w)[a-z]/g))
    if (gaps[index] === gap.blank && isWhole(/[^.,/]*$/.exec(path.slice(0, index))?.[0] ?? '')) return index
  return path.length
}

const isWhole = (name: string): boolean => knownNames.has(name) || /^\d+$/.test(name)

function wordedIndex(near: string): number | undefined {
  const index = patterns.worded.exec(near)?.[1]
  if (index !== undefined) return Number(index)
  const ordinal = patterns.ordinal.exec(near)?.[1]
  return ordinal === undefined ? undefined : Number(ordinal) - 1
}

/** What parts the segments of a path, with the class that Jackson names before a field or an index, and its package. */
const separator = /->(?:[\w$]+\.)*|:[({]|[,/]/g

/**
 * The place that the path of a complaint gives, however its segments are parted: another path beside it may name another message.
 *
 * @example
 * atPath({ code: 'x' }, 'messages->3->content') // { messageIndex: 3, path: 'messages.3.content', code: 'x' }
 */
export function atPath(located: ErrorLocation, written: string): ErrorLocation {
  const path = written.replaceAll(separator, '.')
  const match = pathPattern.exec(path)
  if (match === null) return { ...located, path }
  const place = { ...placeOf(match), path }
  if (place.messageIndex === located.messageIndex) return { ...located, ...place }
  const { blockIndex: _, ...beside } = located
  return { ...beside, ...place }
}

function fieldIn(lower: string): string | undefined {
  const match = fieldAtEndPattern.exec(lower) ?? patterns.refusedField.exec(lower)
  const field = match?.slice(1).find((group) => group !== undefined)
  return field?.slice(field.lastIndexOf('.') + 1)
}

function firstNumber(lower: string, candidates: readonly RegExp[]): number | undefined {
  for (const candidate of candidates) {
    const match = candidate.exec(lower)
    if (match !== null) return Number(match[1])
  }
  return undefined
}

function idsIn(cased: string): string[] {
  for (const candidate of idPatterns) {
    const list = candidate.exec(cased)?.[1]
    if (list !== undefined)
      return list
        .split(',')
        .map((id) => id.replace(/[.:]+$/, ''))
        .filter((id) => id !== '')
  }
  return []
}
