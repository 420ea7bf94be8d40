import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseRecord } from '../../src/journal/frame.ts'
import { SessionProjection } from '../../src/storage/journal/session-projection.ts'
import { open, records, textsOf, user, write } from './journal-on-disk.ts'
import { tempFolder } from '../files/temp-folder.ts'

/** Four messages; the record of the second is lost, and behind them one message is taken out; then all before that is squeezed. */
async function squeezed(taken: number): Promise<string> {
  const folder = tempFolder()
  await write(folder, ['a', 'b'.repeat(70_000), 'c', 'd'])
  const store = open(folder)
  const { revision, messages } = (await store.messages.load('s'))!
  const before = messages[taken]!.raw
  await store.transact('s', [{ op: 'remove', index: taken, before, because: [], loss: 'lossy' }], { expect: revision })
  await store.messages.append('s', [user('e')])
  await store.close()
  const lines = readFileSync(records(folder), 'utf8').split('\n')
  writeFileSync(records(folder), lines.toSpliced(1, 1).join('\n'))
  const again = open(folder)
  await again.journal.compact('s')
  await again.close()
  return folder
}

const cases: readonly (readonly [number, string, readonly string[]])[] = [
  [1, 'itself', ['a', 'c', 'd', 'e']],
  [2, 'another', ['a', 'd', 'e']],
]

test.each(cases)(
  'a squeezed session ends every list where a lost message stood and %i, %s, was taken out',
  async (taken, _, left) => {
    const folder = await squeezed(taken)
    const lists = open(folder)
    expect(await lists.messages.list()).toMatchObject([{ messageCount: left.length }])
    const store = open(folder)
    expect(await textsOf(store)).toEqual(left)
    await store.messages.append('s', [user('next')])
    expect(await store.messages.list()).toMatchObject([{ messageCount: left.length + 1 }])
    await store.close()
    expect(await lists.messages.list()).toMatchObject([{ messageCount: left.length + 1 }])
  },
)

test('a session that an older release has squeezed without a word of its loss holds a message that is none', async () => {
  const folder = await squeezed(1)
  const lines = readFileSync(records(folder), 'utf8').trimEnd().split('\n')
  const projection = new SessionProjection('s')
  for (const line of lines) {
    const record = parseRecord(Buffer.from(line))
    projection.project({ ...record, data: { changes: Object(record.data).changes } })
  }
  projection.settle()
  const { row, messages } = projection.state.sessions.get('s')!
  expect([row.count, Array.from(messages.values(), ({ key }) => key)]).toEqual([
    4,
    expect.not.arrayContaining([undefined]),
  ])
})
