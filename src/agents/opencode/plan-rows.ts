import { listOf } from '../../json/list-of.ts'
import { isEqual } from '../../json/is-equal.ts'
import type { Edit } from '../../transcript/edit.ts'
import { matchBlocks } from '../claude-code/match-blocks.ts'
import { NotRepresentableError } from '../not-representable-error.ts'
import type { BuiltMessage } from './build-messages.ts'
import { newMessageRow } from './new-message-row.ts'
import type { SoundRow } from './sound-rows.ts'
import type { RowChange } from './stored-rows.ts'
import { partOfBlock, writeBlock } from './write-block.ts'
import { isRecord } from '../../json/is-record.ts'

/** What the edits make of one part. */
interface PartWork {
  readonly part: SoundRow
  value: Record<string, unknown>
  dropped: boolean
  resultDropped: boolean
  changed: boolean
}

function blocksOf(message: unknown): readonly unknown[] {
  const content = isRecord(message) ? message['content'] : undefined
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return listOf(content)
}

/** Turns edits of the messages into changes of rows. Throws a `NotRepresentableError`. */
export function planRows(
  built: readonly BuiltMessage[],
  edits: readonly Edit[],
  repairs: readonly RowChange[],
): RowChange[] {
  const works = new Map<string, PartWork>()
  const inserts: RowChange[] = []
  const workOf = (part: SoundRow): PartWork => {
    const found = works.get(part.row.id) ?? {
      part,
      value: part.value,
      dropped: false,
      resultDropped: false,
      changed: false,
    }
    works.set(part.row.id, found)
    return found
  }
  const drop = ({ part, place }: BuiltMessage['sources'][number]): void => {
    const work = workOf(part)
    if (place === 'result') work.resultDropped = true
    else work.dropped = true
  }

  const replace = (index: number, { message, sources, row }: BuiltMessage, after: unknown): void => {
    if (isRecord(after) && after['role'] !== message.role) throw new NotRepresentableError(index, 'another role')
    const blocks = blocksOf(after)
    const matched = matchBlocks(message.content, blocks)
    for (const [at, source] of sources.entries()) if (!matched.includes(at)) drop(source)
    /** Parts in their new order; results follow the order of their calls. */
    const order: SoundRow[] = []
    for (const [at, block] of blocks.entries()) {
      const source = sources[matched[at]!]
      if (source) {
        const work = workOf(source.part)
        if (source.place !== 'result') order.push(source.part)
        // Read again before it is written, an untouched block is another object.
        if (isEqual(block, message.content[matched[at]!])) continue
        const value = writeBlock(work.value, source.place, block)
        if (!value) throw new NotRepresentableError(index, 'a changed block')
        work.value = value
        work.changed = true
        continue
      }
      const { timeCreated } = row.row
      const value =
        // A message of results is made of calls that others made: nothing can stand in it beside them.
        sources[0]?.place === 'result' ? undefined : partOfBlock(block, timeCreated)
      if (!value) throw new NotRepresentableError(index, 'an added block')
      const former = order.at(-1) ?? lastPartBefore(row.parts, sources[0]?.part)
      const same = inserts.filter((each) => each.row.id.startsWith(`${former?.row.id}0`)).length
      const id = former
        ? `${former.row.id}${'0'.repeat(same + 1)}`
        : `prt_${'0'.repeat(12 + inserts.length)}${row.row.id.slice(4)}`
      inserts.push({
        op: 'insert',
        table: 'part',
        row: { id, messageId: row.row.id, timeCreated, timeUpdated: timeCreated },
        value,
      })
    }
    permute(order.map(workOf))
  }

  for (const [number, edit] of edits.entries()) {
    const at = built[edit.index]
    if (edit.op === 'insert') {
      const former = built[edit.index - 1]
      if (former && former.row === at?.row) throw new NotRepresentableError(edit.index, 'a message inside another one')
      inserts.push(...newMessageRow(edit, number, built))
    } else if (at && edit.op === 'replace') replace(edit.index, at, edit.after)
    else if (at) for (const source of at.sources) drop(source)
  }

  const done = new Set<string>()
  const changes: RowChange[] = []
  for (const { part, value, dropped, resultDropped, changed } of works.values()) {
    if (!dropped && !resultDropped && !changed) continue
    if (resultDropped && !dropped) {
      const index = built.findIndex(({ sources }) => sources.some((source) => source.part === part))
      throw new NotRepresentableError(index, 'a call without its result')
    }
    done.add(part.row.id)
    if (dropped) changes.push({ op: 'delete', table: 'part', row: part.row })
    else changes.push({ op: 'update', table: 'part', row: part.row, value })
  }
  return [...repairs.filter(({ row }) => !done.has(row.id)), ...changes, ...inserts]
}

function lastPartBefore(parts: readonly SoundRow[], next: SoundRow | undefined): SoundRow | undefined {
  const at = next ? parts.indexOf(next) : parts.length
  return parts[at - 1]
}

/** opencode orders parts by id: to change their order, the contents change places. */
function permute(works: readonly PartWork[]): void {
  const sorted = works.toSorted((a, b) => (a.part.row.id < b.part.row.id ? -1 : 1))
  if (sorted.every((work, at) => work === works[at])) return
  const values = works.map(({ value }) => value)
  for (const [at, work] of sorted.entries()) {
    if (work.value === values[at]) continue
    work.value = values[at]!
    work.changed = true
  }
}
