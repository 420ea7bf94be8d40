import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LayoutSubject } from './layout-subject.ts'

const sessions = ['s1', 's2', 's3'] as const
const folderOf = (root: string): string => join(root, 'sessions')
const fileOf = (root: string, at: number, ending: string = '.json'): string =>
  join(folderOf(root), `${sessions[at]}${ending}`)
const shardOf = (root: string, at: number): string => join(folderOf(root), '_turn_journal', `${sessions[at]}.jsonl`)

const messages = ['a secret', 'more', 'the end'].map((content) => ({ role: 'user', content }))
const sessionOf = (at: number, own: readonly object[] = messages): string =>
  JSON.stringify({ session_id: sessions[at], title: 'a secret', messages: own })
const ended = ['submitted', 'completed'].map((event, at) =>
  JSON.stringify({ event, turn_id: 't1', content: 'a secret', created_at: at + 1 }),
)

interface Entry {
  readonly session_id: string
}

function changeIndex(root: string, change: (entries: readonly Entry[]) => readonly Entry[]): void {
  const path = join(folderOf(root), '_index.json')
  writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')) as Entry[]), null, 2))
}

export const hermesLayout: LayoutSubject = {
  layout: 'hermes-webui',
  sessions,
  make(root) {
    const folder = folderOf(root)
    mkdirSync(join(folder, '_turn_journal'), { recursive: true })
    for (const at of sessions.keys()) {
      writeFileSync(fileOf(root, at), sessionOf(at))
      writeFileSync(fileOf(root, at, '.json.bak'), sessionOf(at, messages.slice(0, 2)))
      writeFileSync(shardOf(root, at), `${ended.join('\n')}\n`)
    }
    const index = sessions.map((session_id) => ({ session_id, message_count: messages.length }))
    writeFileSync(join(folder, '_index.json'), JSON.stringify(index, null, 2))
    return { folder }
  },
  faults: [
    {
      name: 'a session that holds less than its backup',
      finds: 'shrunken_live',
      apply: (root, at) => writeFileSync(fileOf(root, at), sessionOf(at, messages.slice(0, 1))),
    },
    {
      name: 'a turn that has not ended',
      finds: 'turn_journal_pending_turn',
      apply: (root, at) =>
        appendFileSync(shardOf(root, at), '{"event":"submitted","turn_id":"t2","content":"a secret","created_at":9}\n'),
    },
    {
      name: 'a torn line in a turn journal',
      finds: 'turn_journal_malformed_event',
      apply: (root, at) => appendFileSync(shardOf(root, at), '{"event":"sub'),
    },
    {
      name: 'an index that forgot a session',
      finds: 'index_missing_entry',
      apply: (root, at) =>
        changeIndex(root, (entries) => entries.filter(({ session_id }) => session_id !== sessions[at])),
    },
    {
      name: 'an index that counts otherwise',
      finds: 'stale_index',
      apply: (root, at) =>
        changeIndex(root, (entries) =>
          entries.map((entry) => (entry.session_id === sessions[at] ? { ...entry, message_count: 9 } : entry)),
        ),
    },
    {
      name: 'a session that is gone, with its backup left',
      finds: 'orphan_backup',
      apply: (root, at) => {
        rmSync(fileOf(root, at))
        changeIndex(root, (entries) => entries.filter(({ session_id }) => session_id !== sessions[at]))
      },
    },
    {
      name: 'a session and a backup that went apart',
      finds: 'diverged',
      unsafe: true,
      apply: (root, at) => writeFileSync(fileOf(root, at), sessionOf(at, [{ role: 'user', content: 'another' }])),
    },
    {
      name: 'a backup that is torn',
      finds: 'malformed_backup',
      unsafe: true,
      apply: (root, at) => writeFileSync(fileOf(root, at, '.json.bak'), '{"session_id":'),
    },
    {
      name: 'an index that is no JSON',
      finds: 'index_malformed',
      whole: true,
      apply: (root) => writeFileSync(join(folderOf(root), '_index.json'), '[{'),
    },
  ],
  heldFile: (root) => fileOf(root, 1),
}
