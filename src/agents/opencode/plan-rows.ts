import { listOf } from '../../json/list-of.ts'
import { isEqual } from '../../json/is-equal.ts'
import type { Edit } from '../../transcript/edit.ts'
import { matchBlocks } from '../claude-code/match-blocks.ts'
import { NotRepresentableError } from '../not-representable-error.ts'
import type { BuiltMessage } from './build-messages.ts'
import { newMessageRow } from './new-message-row.ts'
import type { SoundRow } from './sound-session.ts'
import type { RowChange } from './stored-rows.ts'
import { PartWorks } from './part-works.ts'
import { partOfBlock, writeBlock } from './write-block.ts'
import { isRecord } from '../../json/is-record.ts'

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
  const works = new PartWorks()
  const inserts: RowChange[] = []
  for (const [number, edit] of edits.entries()) {
    const at = built[edit.index]
    if (edit.op === 'insert') {
      const former = built[edit.index - 1]
      if (former && former.row === at?.row) throw new NotRepresentableError(edit.index, 'a message inside another one')
      inserts.push(...newMessageRow(edit, number, built))
    } else if (at && edit.op === 'replace') replaceMessage(edit, at, works, inserts)
    else if (at) for (const source of at.sources) works.drop(source)
  }
  const changes = works.changes(built)
  const done = new Set(changes.map(({ row }) => row.id))
  return [...repairs.filter(({ row }) => !done.has(row.id)), ...changes, ...inserts]
}

function replaceMessage(
  { after, index }: Edit & { readonly after: unknown },
  { message, sources, row }: BuiltMessage,
  works: PartWorks,
  inserts: RowChange[],
): void {
  if (isRecord(after) && after['role'] !== message.role) throw new NotRepresentableError(index, 'another role')
  const blocks = blocksOf(after)
  const matched = matchBlocks(message.content, blocks)
  for (const [at, source] of sources.entries()) if (!matched.includes(at)) works.drop(source)
  /** Parts in their new order; results follow the order of their calls. */
  const order: SoundRow[] = []
  for (const [at, block] of blocks.entries()) {
    const source = sources[matched[at]!]
    if (source === undefined) {
      const { timeCreated } = row.row
      // A message of results is made of calls that others made: nothing can stand in it beside them.
      const value = sources[0]?.place === 'result' ? undefined : partOfBlock(block, timeCreated)
      if (!value) throw new NotRepresentableError(index, 'an added block')
      const id = idBehind(order.at(-1) ?? lastPartBefore(row.parts, sources[0]?.part), row, inserts)
      const added = { id, messageId: row.row.id, timeCreated, timeUpdated: timeCreated }
      inserts.push({ op: 'insert', table: 'part', row: added, value })
      continue
    }
    if (source.place !== 'result') order.push(source.part)
    // Read again before it is written, an untouched block is another object.
    if (isEqual(block, message.content[matched[at]!])) continue
    const work = works.of(source.part)
    const value = writeBlock(work.value, source.place, block)
    if (!value) throw new NotRepresentableError(index, 'a changed block')
    work.value = value
    work.changed = true
  }
  works.permute(order)
}

/** An id that sorts right behind that of a part, or before all parts of its message. */
function idBehind(former: SoundRow | undefined, { row }: SoundRow, inserts: readonly RowChange[]): string {
  if (former === undefined) return `prt_${'0'.repeat(12 + inserts.length)}${row.id.slice(4)}`
  const same = inserts.filter((each) => each.row.id.startsWith(`${former.row.id}0`)).length
  return `${former.row.id}${'0'.repeat(same + 1)}`
}

function lastPartBefore(parts: readonly SoundRow[], next: SoundRow | undefined): SoundRow | undefined {
  const at = next ? parts.indexOf(next) : parts.length
  return parts[at - 1]
}
