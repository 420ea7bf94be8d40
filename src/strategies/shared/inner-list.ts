import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import type { Block } from '../../transcript/transcript.ts'

/** Lists within a block, without which it still says what it says. */
const innerLists: ReadonlySet<string> = new Set([
  'annotations',
  'citations',
  'logprobs',
  'outputs',
  'results',
  'pending_safety_checks',
  'acknowledged_safety_checks',
])

/** The one of them, or of one `more`, that a path goes into: `annotations` of `input.3.content.0.annotations.0.type`. */
export function innerListIn(path = '', more?: string): string | undefined {
  return path
    .split('.')
    .findLast((field, at, fields) => (innerLists.has(field) || field === more) && /^\d/.test(fields[at + 1] ?? ''))
}

/** What a block holds in that list; nothing where it has none. */
export function innerList({ raw }: Block, list: string): readonly unknown[] {
  return isRecord(raw) ? listOf(raw[list]) : []
}
