/*
 * A store whose truth is a journal of plain NDJSON. A crash tears the last write; everything that was acknowledged is there
 * afterwards, and what was torn is kept aside.
 */
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createJournalStore, recoverJournal } from 'session-recovery/journal'

const folder = await mkdtemp(join(tmpdir(), 'session-recovery-journal-'))
try {
  const store = createJournalStore(folder)
  await store.messages.append('s1', [{ raw: { role: 'user', content: 'What is in a.txt?' } }])
  await store.parts.record('s1', { callId: 'toolu_1', name: 'read', input: { path: 'a.txt' }, status: 'running' })
  await store.close()

  // The power goes in the middle of a write.
  await appendFile(join(folder, 's1', 'records.ndjson'), '{"seq":3,"type":"part_sav')

  const { recovered } = await recoverJournal(folder, { apply: true })
  for (const { sessionID, state, records, quarantinedBytes } of recovered)
    console.log(`${sessionID}: ${state}, ${records} records kept, ${quarantinedBytes} bytes set aside`)

  await using again = createJournalStore(folder)
  const { items, total } = await again.journal.records('s1')
  console.log(`${total} records: ${items.map(({ seq, type }) => `${seq} ${type}`).join(', ')}`)
  console.log((await readFile(join(folder, 's1', 'manifest.json'), 'utf8')).split('\n')[3]?.trim())
} finally {
  await rm(folder, { recursive: true })
}
