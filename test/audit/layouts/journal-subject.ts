import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createJournalStore } from '../../../src/storage/journal/create-journal-store.ts'
import { createSqliteStore } from '../../../src/storage/sqlite/create-sqlite-store.ts'
import type { SessionStore } from '../../../src/storage/session-store.ts'
import type { LayoutSubject } from './layout-subject.ts'

const sessions = ['s1', 's2', 's3'] as const
const now = (): number => 1_790_000_000_000
const folderOf = (root: string): string => join(root, 'journal')
const databaseOf = (root: string): string => join(root, 'sessions.db')
const fileOf = (root: string, at: number, name: string): string => join(folderOf(root), sessions[at]!, name)
const records = (root: string, at: number): string => fileOf(root, at, 'records.ndjson')

const said = (text: string): { readonly raw: object } => ({ raw: { role: 'user', content: text } })

async function inStore(store: SessionStore, work: (store: SessionStore) => Promise<unknown>): Promise<void> {
  await work(store)
  await store.close()
}
const inJournal = (root: string, work: (store: SessionStore) => Promise<unknown>): Promise<void> =>
  inStore(createJournalStore(folderOf(root), { now, durability: 'none' }), work)
const inDatabase = (root: string, work: (store: SessionStore) => Promise<unknown>): Promise<void> =>
  inStore(createSqliteStore(databaseOf(root), { now, synchronous: 'normal' }), work)

function changeLines(path: string, change: (lines: string[]) => void): void {
  const lines = readFileSync(path, 'utf8').split('\n')
  change(lines)
  writeFileSync(path, lines.join('\n'))
}

export const journalLayout: LayoutSubject = {
  layout: 'journal',
  sessions,
  async make(root) {
    const fill = async (store: SessionStore): Promise<void> => {
      for (const id of sessions)
        for (const text of ['a secret', 'more', 'the end']) await store.messages.append(id, [said(text)])
    }
    await inJournal(root, fill)
    await inDatabase(root, fill)
    return { folder: folderOf(root), stateDb: databaseOf(root) }
  },
  faults: [
    {
      name: 'a manifest that is gone',
      finds: 'stale_index',
      apply: (root, at) => rmSync(fileOf(root, at, 'manifest.json')),
    },
    {
      name: 'an index that says something else',
      finds: 'stale_index',
      apply: (root, at) => writeFileSync(fileOf(root, at, 'index.ndjson'), '{"seq":1}\n'),
    },
    {
      name: 'a torn tail',
      finds: 'damaged_journal',
      apply: (root, at) => appendFileSync(records(root, at), '{"seq":9,"ty'),
    },
    {
      name: 'zero bytes behind the records',
      finds: 'damaged_journal',
      apply: (root, at) => appendFileSync(records(root, at), Buffer.alloc(64)),
    },
    {
      name: 'a compaction that did not end, and an index that is gone',
      finds: 'stale_index',
      unsafe: true,
      apply: (root, at) => {
        rmSync(fileOf(root, at, 'index.ndjson'))
        writeFileSync(fileOf(root, at, 'compacting.json'), '{}')
      },
    },
    {
      name: 'a record that is lost in the middle',
      finds: 'journal_needs_review',
      partly: true,
      apply: (root, at) => changeLines(records(root, at), (lines) => lines.splice(1, 1)),
    },
    {
      name: 'a journal that is behind the database',
      finds: 'copy_behind',
      apply: (root, at) => inDatabase(root, (store) => store.messages.append(sessions[at]!, [said('only here')])),
    },
    {
      name: 'a database that is behind the journal',
      finds: 'copy_behind',
      apply: (root, at) => inJournal(root, (store) => store.messages.append(sessions[at]!, [said('only here')])),
    },
    {
      name: 'a database that never had a session',
      finds: 'copy_missing',
      whole: true,
      apply: (root) => inJournal(root, (store) => store.messages.append('s4', [said('a secret')])),
    },
    {
      name: 'a database that is shorter on purpose',
      finds: 'copy_behind',
      unsafe: true,
      apply: async (root, at) => {
        await inJournal(root, (store) => store.messages.append(sessions[at]!, [said('one'), said('two')]))
        await inDatabase(root, async (store) => {
          const session = sessions[at]!
          await store.messages.append(session, [said('one'), said('two')])
          const { messages, revision } = (await store.messages.load(session))!
          await store.messages.replace(session, messages.slice(0, 2), { expect: revision })
        })
      },
    },
    {
      name: 'a database that is behind, with a turn that the journal has not',
      finds: 'copy_behind',
      unsafe: true,
      apply: async (root, at) => {
        await inDatabase(root, (store) => store.turns.begin(sessions[at]!, { turnID: 'mine' }))
        await inJournal(root, (store) => store.messages.append(sessions[at]!, [said('only here')]))
      },
    },
    {
      name: 'two stores that went apart',
      finds: 'diverged',
      unsafe: true,
      apply: async (root, at) => {
        await inDatabase(root, (store) => store.messages.append(sessions[at]!, [said('one')]))
        await inJournal(root, (store) => store.messages.append(sessions[at]!, [said('another')]))
      },
    },
    {
      name: 'the same messages with another turn beside them',
      finds: 'diverged',
      unsafe: true,
      apply: (root, at) => inDatabase(root, (store) => store.turns.begin(sessions[at]!, { turnID: 't' })),
    },
    {
      name: 'a session that was removed from the database',
      finds: 'deleted_session_file',
      unsafe: true,
      apply: (root, at) => inDatabase(root, (store) => store.messages.remove(sessions[at]!)),
    },
    {
      name: 'a session that the journal never had',
      finds: 'copy_missing',
      unsafe: true,
      whole: true,
      apply: (root) => inDatabase(root, (store) => store.messages.append('s4', [said('a secret')])),
    },
    {
      name: 'a database that cannot be read',
      finds: 'malformed_backup',
      unsafe: true,
      whole: true,
      apply: (root) => writeFileSync(databaseOf(root), 'no database at all'.repeat(400)),
    },
  ],
  heldFile: (root) => records(root, 0),
}
