import { LRUCache } from 'lru-cache'
import { isRecord } from '../../json/is-record.ts'
import { parsedJson } from '../../json/parsed-json.ts'
import { endsIn, isSamePart, partOf, type RequestText } from './request-text.ts'

/** Limits: conversations that are under way at once, and the text (in bytes or characters) that a process can spare. */
const maxLists = 64
const defaultSize = 64 * 1024 * 1024
/** A field of that name may stand elsewhere in a body, but hardly as a list in front of the messages. */
const maxPlaces = 3
/** The most characters between the name of the field and its list; with more the body is parsed as a whole. */
const maxGap = 64
/** Buffers are allocated larger than needed, so that the next turns of a growing conversation fit. */
const spareRoom = 1.25

/** The list of a request as it stood in its text. */
interface Former {
  /** Begins right after the opening bracket of the list; what follows the last of `ends` is no part of the list. */
  readonly text: RequestText
  /** Where each element ends; shorter than `list` when the end of one could not be found. */
  readonly ends: readonly number[]
  readonly list: readonly unknown[]
}

interface Known {
  readonly key: number
  readonly former: Former
  /** How many leading elements are the same, to the character. */
  readonly count: number
}

/**
 * The messages of the last requests. On the wire each request arrives as new text. The part that repeats a former request to the
 * character is not parsed again: its messages are the same objects as then. So everything that is cached by their identity (digests,
 * verdicts) still holds, and a turn costs only what is new in it.
 */
export class FormerMessages {
  readonly #lists: LRUCache<number, Former>
  /** Replaces the known messages in the text that is parsed. If it comes out as the first element, that was the list indeed. */
  readonly #stand: string = globalThis.crypto.randomUUID()
  #next = 0
  /** The buffer of the list that was evicted last, kept for reuse. */
  #spare: Buffer | undefined

  /** `maxSize` in characters or bytes of their texts. */
  constructor(maxSize: number = defaultSize) {
    this.#lists = new LRUCache({
      max: maxLists,
      maxSize,
      dispose: ({ text }) => {
        if (typeof text !== 'string') this.#spare = text
      },
    })
  }

  /**
   * The value of a body as `JSON.parse` gives it, its list beginning with the objects of the former one that it continues.
   *
   * @throws {SyntaxError} for what is no JSON
   */
  parse(text: RequestText, listField: string): unknown {
    const name = `"${listField}"`
    let place = 0
    for (let at = text.indexOf(name); at !== -1 && place < maxPlaces; at = text.indexOf(name, at + 1)) {
      const behind = at + name.length
      const gap = /^\s*:\s*\[/.exec(partOf(text, behind, behind + maxGap))
      if (gap === null) continue
      const parsed = this.#parseAt(text, listField, behind + gap[0].length)
      if (parsed) return parsed
      place += 1
    }
    return JSON.parse(partOf(text, 0))
  }

  #parseAt(text: RequestText, listField: string, start: number): object | null {
    const known = this.#longestFrom(text, start)
    const count = known?.count ?? 0
    const end = known ? known.former.ends[count - 1]! : 0
    const rest = `${known ? '' : ','}${partOf(text, start + end)}`
    // No JSON where a list is empty, or the place was none of a list: then the text is parsed as it stands.
    const body = parsedJson(`${partOf(text, 0, start)}"${this.#stand}"${rest}`)
    const parsed: unknown = isRecord(body) ? body[listField] : null
    if (!isRecord(body) || !Array.isArray(parsed) || parsed[0] !== this.#stand) return null
    const list = known ? [...known.former.list.slice(0, count), ...parsed.slice(1)] : parsed.slice(1)
    const added = endsIn(text, start + end).map((at) => at - start)
    const ends = known ? [...known.former.ends.slice(0, count), ...added] : added
    // A fork of a conversation is kept beside it.
    const isContinued = known !== null && count === known.former.list.length
    if (isContinued) this.#lists.delete(known.key)
    const former = isContinued ? known.former.text : this.#spare
    const kept = keptText(text, start, ends.at(-1) ?? 0, former, isContinued ? end : 0)
    if (kept === this.#spare) this.#spare = undefined
    this.#lists.set((this.#next += 1), { text: kept, ends, list }, { size: Math.max(1, kept.length) })
    return { ...body, [listField]: list }
  }

  #longestFrom(text: RequestText, start: number): Known | null {
    let longest: Known | null = null
    for (const [key, former] of this.#lists.entries()) {
      const count = sameElements(former, text, start, longest?.count ?? 0)
      if (count > 0) longest = { key, former, count }
    }
    return longest
  }
}

/**
 * What has to be remembered of a text from a place on. Bytes are written behind what of a former list is the same: a buffer for each
 * request, kept until others take its place, would have all memory searched through every few dozen requests.
 */
function keptText(
  text: RequestText,
  start: number,
  length: number,
  former: RequestText | undefined,
  same: number,
): RequestText {
  if (typeof text === 'string') return text.slice(start, start + length)
  if (former !== undefined && typeof former !== 'string' && fits(former, length)) {
    text.copy(former, same, start + same, start + length)
    return former
  }
  const kept = Buffer.allocUnsafeSlow(Math.ceil(length * spareRoom))
  text.copy(kept, 0, start, start + length)
  return kept
}

/** Not too small, and not so large that most of it would be kept for nothing. */
const fits = ({ length: room }: Buffer, length: number): boolean => length <= room && room <= length * 2 * spareRoom

/** How many elements of a former list a text repeats from a place on; 0 when no more than `least`. */
function sameElements({ ends, text: formerText }: Former, text: RequestText, start: number, least: number): number {
  const isSame = (from: number, to: number): boolean => isSamePart(text, start + from, formerText, from, to - from)
  if (ends.length <= least) return 0
  // The forks of one conversation part here: most are told by this one message.
  if (!isSame(least === 0 ? 0 : ends[least - 1]!, ends[least]!)) return 0
  if (!isSame(0, ends[least]!)) return 0
  // Nearly always all of it is the same.
  if (isSame(ends[least]!, ends.at(-1)!)) return ends.length
  let same = least + 1
  for (let different = ends.length; different - same > 1;) {
    const middle = (same + different) >> 1
    if (isSame(ends[same - 1]!, ends[middle - 1]!)) same = middle
    else different = middle
  }
  return same
}
