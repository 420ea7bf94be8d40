import type { RequestBody } from '../../formats/format.ts'
import { isRecord } from '../../json/is-record.ts'
import type { LintContext } from '../../lint/lint-context.ts'
import type { Block } from '../../transcript/transcript.ts'

/** One cache mark, in the order in which the provider reads them: tools, system, messages. */
export interface CacheMark {
  /** The block that carries it, or holds the part that does; null when it is in the request. */
  readonly block: Block | null
  /** Path from the block's raw value, or from the request body, to the object that carries the mark; none: the body itself. */
  readonly path: readonly (string | number)[]
  readonly longLived: boolean
  readonly says: Readonly<Record<string, unknown>>
  /** Whether it is a mark that the provider knows. */
  readonly isLegal: boolean
}

/** All cache marks of a request; `field` is the provider's name for them. */
export function collectCacheMarks({ request, transcript }: LintContext, field: string): CacheMark[] {
  const inMessages = transcript.messages.flatMap(({ blocks }) => blocks.flatMap((block) => marksOf(block, field)))
  return [...marksBeside(request, field), ...inMessages, ...automaticMark(request, field)]
}

/** The marks on a block, and on the parts that a result holds. */
function marksOf(block: Block, field: string): readonly CacheMark[] {
  const { index, kind, raw } = block
  if (index < 0 || !isRecord(raw)) return []
  const isOwn = isMarked(raw, field) || isNullRefused(block, field)
  const own = isOwn ? [{ block, path: [], ...markOf(raw[field]) }] : []
  return kind === 'tool_result' ? [...own, ...marksIn(raw, 'content', field, block)] : own
}

/** Those beside the messages. */
export function collectRequestMarks(request: RequestBody, field: string): CacheMark[] {
  return [...marksBeside(request, field), ...automaticMark(request, field)]
}

/** The body itself may ask for a mark on its last block (docs: automatic caching). It takes one of the places. */
function automaticMark(request: RequestBody, field: string): readonly CacheMark[] {
  const mark = request[field]
  return isRecord(mark) ? [{ block: null, path: [], ...markOf(mark) }] : []
}

function marksBeside(request: RequestBody, field: string): readonly CacheMark[] {
  return ['tools', 'system'].flatMap((part) => marksIn(request, part, field, null))
}

/** The marks on the items of a list that stands in a part of its holder. */
function marksIn(holder: RequestBody, part: string, field: string, block: Block | null): readonly CacheMark[] {
  const list = holder[part]
  if (!Array.isArray(list)) return []
  return list.flatMap((item: unknown, index) =>
    isRecord(item) && isMarked(item, field) ? [{ block, path: [part, index], ...markOf(item[field]) }] : [],
  )
}

/** Null stands for no mark. */
function isMarked(raw: Record<string, unknown>, field: string): boolean {
  return raw[field] !== undefined && raw[field] !== null
}

/** A block that may carry no mark may not carry that it has none. */
function isNullRefused({ raw, shape }: Block, field: string): boolean {
  if ((raw as Record<string, unknown>)[field] !== null) return false
  return shape.uncached === true || shape.fields?.has(field) === false
}

const lifetimes: ReadonlySet<unknown> = new Set([undefined, '5m', '1h'])

function markOf(mark: unknown): Pick<CacheMark, 'isLegal' | 'longLived' | 'says'> {
  const says = isRecord(mark) ? mark : {}
  const { ttl, type } = says
  return { says, isLegal: type === 'ephemeral' && lifetimes.has(ttl), longLived: ttl === '1h' }
}
