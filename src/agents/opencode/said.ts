import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { objectOf, parseRow, stringOf, type StoredRow, type StoredSession } from './stored-rows.ts'

/** A message in a form that two stores of opencode can be compared by: texts and calls, without each store's additions. */
export interface Said {
  readonly id: string
  readonly role: string
  readonly texts: readonly string[]
  readonly calls: readonly (readonly unknown[])[]
}

type Value = Readonly<Record<string, unknown>>

function textOf(value: Value): string[] {
  const text = stringOf(value, 'text')
  return stringOf(value, 'type') === 'text' && text !== undefined && text !== '' ? [text] : []
}

function callOf(value: Value): (readonly unknown[])[] {
  if (stringOf(value, 'type') !== 'tool') return []
  const state = objectOf(value, 'state')
  return [[value['callID'] ?? value['id'], state?.['status'], state?.['output'] ?? state?.['error'] ?? null]]
}

const said = (id: string, role: string | undefined, blocks: readonly Value[]): Said => ({
  id,
  role: role ?? '',
  texts: blocks.flatMap(textOf),
  calls: blocks.flatMap(callOf),
})

/** The messages of a session in the 1.x tables or the folders; undefined when one of its rows cannot be read. */
export function saidIn({ messages, parts }: StoredSession): readonly Said[] | undefined {
  const byMessage = Map.groupBy(parts, ({ messageId }) => messageId)
  const read: Said[] = []
  for (const row of messages) {
    const value = parseRow(row)
    const blocks = (byMessage.get(row.id) ?? []).map(parseRow)
    if (!value || !blocks.every((block) => block !== undefined)) return undefined
    read.push(said(row.id, stringOf(value, 'role'), blocks))
  }
  return read
}

/** The messages of rows in the 2.x table: the row's `type` is the role, and it holds the blocks. Other types are no messages. */
export function saidInRows(
  rows: readonly (Pick<StoredRow, 'id' | 'text'> & { readonly type: string })[],
): readonly Said[] | undefined {
  const read: Said[] = []
  for (const row of rows) {
    if (row.type !== 'user' && row.type !== 'assistant') continue
    const value = parseRow(row)
    if (!value) return undefined
    const content = listOf(value['content'])
    read.push(said(row.id, row.type, content.filter(isRecord)))
  }
  return read
}

/**
 * The part of it that an import keeps as it is: who said which message, and the texts of the answers. Prompts and calls have
 * another shape in 2.x.
 */
export function keptByImport(messages: readonly Said[]): readonly unknown[] {
  return messages.map(({ id, role, texts }) => ({ id, role, texts: role === 'assistant' ? texts : [] }))
}
