import type { RequestBody } from '../formats/format.ts'
import { isEqual } from '../json/is-equal.ts'
import { isRecord } from '../json/is-record.ts'
import type { Block, Message, Transcript } from '../transcript/transcript.ts'
import type { Gap } from './gap.ts'
import { withField } from '../json/with-field.ts'

/** Request fields that stand before the first message. */
const headFields = ['system', 'tools'] as const

/** A thinking block, or what stands for those that a gap leaves out. */
type Thought = Pick<Block, 'raw' | 'signature'> | Gap['stand']

/** Where a thinking block stood: behind `end` other blocks, counted from the summary at `start`, and behind which thinking. */
interface Bound {
  readonly thinking: Thought
  readonly start: number
  readonly end: number
  readonly previous: Thought | undefined
}

/**
 * Thinking of a repaired transcript that no longer stands behind the prefix to which it was bound (docs: preserved thinking,
 * "what counts as an edit"). Other thinking is not part of the prefix but a chain of its own: its oldest, its newest or all of
 * it may be left out, a gap may not; the prefix starts anew at the last summary; cache marks do not count. From the first
 * stale block on all are stale, for the provider drops them too. Where the transcripts are excerpts, each of the `gaps` stands
 * for what is left out there, which no repair has changed.
 */
export function findStaleThinking(
  before: Transcript,
  after: Transcript,
  gaps: readonly Gap[],
  request: RequestBody,
  changes: RequestBody,
  marks: string | null,
): readonly Thought[] {
  const former = readBounds(before, gaps)
  const now = readBounds(after, gaps)
  // The first of two counts.
  const known = new Map(former.bounds.toReversed().map((bound) => [keyOf(bound.thinking), bound]))
  const seen = new Set<unknown>()
  const headChanged = headFields.some(
    (field) => field in changes && !isEqual(withoutMarks(changes[field], marks), withoutMarks(request[field], marks)),
  )
  const prefix = new PrefixComparison(former.others, now.others, marks)
  const first = now.bounds.findIndex(({ thinking, start, end, previous }) => {
    if (headChanged) return true
    const key = keyOf(thinking)
    // A seal is bound to one place: of a turn that was stored twice, the second one's thinking verifies nowhere.
    if (seen.has(key)) return true
    seen.add(key)
    const bound = known.get(key)
    // Restored from the part store: it is what the provider made there.
    if (bound === undefined) return false
    const chained = isChained(previous, bound.previous) || !known.has(keyOf(previous!))
    return !chained || !prefix.isSame(bound, { start, end })
  })
  return first < 0 ? [] : now.bounds.slice(first).map(({ thinking }) => thinking)
}

/** A repair may copy a thinking block, to take a cache mark off it; its signature stays. */
function keyOf({ raw, signature }: Thought): unknown {
  return signature || raw
}

function isChained(previous: Thought | undefined, former: Thought | undefined): boolean {
  return previous === undefined || (former !== undefined && keyOf(previous) === keyOf(former))
}

/** What a prefix is made of; a message without any block stands for what it has lost. */
type Said = Block | Message | Gap['stand']

interface Bounds {
  readonly bounds: readonly Bound[]
  readonly others: readonly Said[]
}

function readBounds({ leftOut, messages }: Transcript, gaps: readonly Gap[]): Bounds {
  const bounds: Bound[] = []
  const others: Said[] = []
  let start = 0
  let passed = 0
  const bind = (thinking: Thought): void => {
    bounds.push({ thinking, start, end: others.length, previous: bounds.at(-1)?.thinking })
  }
  const passGaps = (end: number): void => {
    for (; passed < gaps.length && gaps[passed]!.end <= end; passed += 1) {
      const { stand, thinks } = gaps[passed]!
      if (thinks) bind(stand)
      others.push(stand)
    }
  }
  messages.forEach((message, index) => {
    if (leftOut !== undefined) passGaps(leftOut[index]!)
    if (message.blocks.length === 0) others.push(message)
    for (const block of message.blocks) {
      if (block.kind === 'thinking') {
        bind(block)
        continue
      }
      // A signed one stands for what went before it, so it comes first: behind other blocks it is one of several, or misplaced.
      const isHead = block.signature === undefined || others.length === 0
      if (block.kind === 'compaction' && isHead && (block.payload ?? null) !== null) start = others.length
      others.push(block)
    }
  })
  passGaps(Infinity)
  return { bounds, others }
}

type Span = Pick<Bound, 'start' | 'end'>

/** Compares growing prefixes: what was compared for one thinking block is not compared again for the next. */
class PrefixComparison {
  readonly #before: readonly Said[]
  readonly #after: readonly Said[]
  readonly #marks: string | null
  #starts = ''
  #same = 0

  constructor(before: readonly Said[], after: readonly Said[], marks: string | null) {
    this.#before = before
    this.#after = after
    this.#marks = marks
  }

  isSame(before: Span, after: Span): boolean {
    const length = before.end - before.start
    if (length !== after.end - after.start) return false
    const starts = `${before.start}|${after.start}`
    if (this.#starts !== starts) this.#same = 0
    this.#starts = starts
    while (this.#same < length) {
      if (!saysSame(this.#before[before.start + this.#same]!, this.#after[after.start + this.#same]!, this.#marks))
        return false
      this.#same += 1
    }
    return true
  }
}

function saysSame(before: Said, after: Said, marks: string | null): boolean {
  if (!('message' in before && 'message' in after)) return before.raw === after.raw
  if (before.message.role !== after.message.role) return false
  if (before.kind === 'text' && after.kind === 'text' && (before.index < 0 || after.index < 0)) {
    // A string stands for one text block.
    return before.text === after.text
  }
  return isEqual(withoutMarks(before.raw, marks), withoutMarks(after.raw, marks))
}

/** A value without the cache marks on itself or on its items. */
function withoutMarks(value: unknown, marks: string | null): unknown {
  if (marks === null) return value
  if (Array.isArray(value)) return value.map((item) => withoutMarks(item, marks))
  return isRecord(value) && marks in value ? withField(value, marks, undefined) : value
}
