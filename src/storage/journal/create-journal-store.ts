import { resolve } from 'node:path'
import { checkArgument, somePath } from '../../errors/check-options.ts'
import type { SessionStore } from '../session-store.ts'
import { storeOver } from '../store-over.ts'
import { JournalBackend } from './journal-backend.ts'
import { journalView, type Journal } from './journal-view.ts'
import { resolveJournalOptions, type JournalStoreOptions } from './journal-options.ts'

/** A session store that keeps every change as a record of `journal`. */
export interface JournalStore extends SessionStore {
  readonly journal: Journal
}

/**
 * A store that keeps each session as an append-only journal of plain NDJSON in a folder of its own: every change is a checksummed
 * record that is durable before the call resolves (I8), and everything else can be rebuilt from the records (I13).
 *
 * One process at a time writes a session, every process reads it. A call is refused with `locked` while another one writes.
 *
 * @param folder for the sessions; created when the first one is written
 * @throws OptionsError, also when `folder` is not a path
 * @example
 * const store = createJournalStore('/var/lib/agent/sessions')
 * await store.messages.append('s1', [{ raw: { role: 'user', content: 'hi' } }])
 */
export function createJournalStore(folder: string, options: JournalStoreOptions = {}): JournalStore {
  checkArgument('folder', folder, somePath('the path of a folder'))
  const resolved = resolveJournalOptions(options)
  // Resolved now, so that a later `process.chdir` does not lead to another folder.
  const backend = new JournalBackend(resolve(folder), resolved)
  return { ...storeOver(backend, resolved.now), journal: journalView(backend, resolved) }
}
