import type { RequestBody } from '../formats/format.ts'
import { isRecord } from '../json/is-record.ts'
import type { LintContext } from '../lint/lint-context.ts'
import type { Block } from '../transcript/transcript.ts'

/** One cache mark, in the order in which the provider reads them: tools, system, messages. */
export interface CacheMark {
  /** The block that carries it, or holds the part that does; null when it is in the request. */
  readonly block: Block | null
  /** Path from the block's raw value, or from the request body, to the object that carries the mark; none: the body itself. */
  readonly path: readonly (string | number)[]
  readonly longLived: boolean
  /** Whether it is a mark that the provider knows. */
  readonly isLegal: boolean
}

/** All cache marks of a request; `field` is the provider's name for them. */
export function collectCacheMarks({ request, transcript }: LintContext, field: string): CacheMark[] {
  const marks = marksBeside(request, field)
  for (const message of transcript.messages) {
    for (const block of message.blocks) {
      if (block.index < 0 || !isRecord(block.raw)) continue
      if (isMarked(block.raw, field) || isNullRefused(block, field))
        marks.push({ block, path: [], ...markOf(block.raw[field]) })
      if (block.kind === 'tool_result') find(block.raw['content'], ['content'], block, field, marks)
    }
  }
  return [...marks, ...automaticMark(request, field)]
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

function marksBeside(request: RequestBody, field: string): CacheMark[] {
  const marks: CacheMark[] = []
  for (const part of ['tools', 'system']) find(request[part], [part], null, field, marks)
  return marks
}

function find(
  list: unknown,
  path: readonly (string | number)[],
  block: Block | null,
  field: string,
  marks: CacheMark[],
): void {
  if (!Array.isArray(list)) return
  list.forEach((item: unknown, index) => {
    if (isRecord(item) && isMarked(item, field)) marks.push({ block, path: [...path, index], ...markOf(item[field]) })
  })
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

function markOf(mark: unknown): Pick<CacheMark, 'isLegal' | 'longLived'> {
  if (!isRecord(mark)) return { isLegal: false, longLived: false }
  return { isLegal: mark['type'] === 'ephemeral' && lifetimes.has(mark['ttl']), longLived: mark['ttl'] === '1h' }
}
