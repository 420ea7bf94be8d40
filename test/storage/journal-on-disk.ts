import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createJournalStore, type JournalStore } from '../../src/storage/journal/create-journal-store.ts'
import type { JournalStoreOptions } from '../../src/storage/journal/journal-options.ts'

export const user = (content: string): { raw: unknown } => ({ raw: { role: 'user', content } })

/** Closed when the test is over. */
export function open(folder: string, options: JournalStoreOptions = {}): JournalStore {
  const store = createJournalStore(folder, options)
  onTestFinished(() => store.close())
  return store
}

export async function textsOf(store: JournalStore, sessionID = 's'): Promise<unknown[] | null> {
  const session = await store.messages.load(sessionID)
  return session && session.messages.map(({ raw }) => Object(raw).content)
}

/** What a store leaves behind that wrote these texts, one append each, and was closed. */
export async function write(
  folder: string,
  texts: readonly string[],
  options: JournalStoreOptions = {},
): Promise<void> {
  const store = createJournalStore(folder, options)
  for (const text of texts) await store.messages.append('s', [user(text)])
  await store.close()
}

export const records = (folder: string): string => join(folder, 's', 'records.ndjson')
