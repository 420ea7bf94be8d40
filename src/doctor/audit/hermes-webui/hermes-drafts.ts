import { join } from 'node:path'
import { indexName, sessionPath, turnJournalName } from '../../../agents/hermes-webui/hermes-folder.ts'
import type { HermesStore } from '../../../agents/hermes-webui/hermes-store.ts'
import { sessionBytes, type HermesSession } from '../../../agents/hermes-webui/session-copy.ts'
import { rebuildIndex } from '../../../agents/hermes-webui/session-index.ts'
import type { BatchWrite } from '../../../files/write-batch.ts'

/** The folder as the repair will leave it: each repairer reads the drafts of the earlier ones. */
export class HermesDrafts {
  readonly store: HermesStore
  readonly #sessions = new Map<string, { session: HermesSession; bytes: Buffer }>()
  readonly #shards = new Map<string, { sessionID: string; bytes: Buffer }>()
  readonly #quarantines = new Map<string, Buffer[]>()
  #rebuildsIndex = false

  constructor(store: HermesStore) {
    this.store = store
  }

  session(sessionID: string): HermesSession | undefined {
    const draft = this.#sessions.get(sessionID)
    if (draft) return draft.session
    const live = this.store.sessions.get(sessionID)?.live
    return live?.state === 'sound' ? live.session : undefined
  }

  putSession(sessionID: string, session: HermesSession, bytes: Buffer = sessionBytes(session)): void {
    this.#sessions.set(sessionID, { session, bytes })
  }

  shard(sessionID: string, name: string): Buffer {
    const draft = this.#shards.get(name)
    return (
      draft?.bytes ??
      this.store.journals.get(sessionID)?.shards.find((each) => each.name === name)?.bytes ??
      Buffer.alloc(0)
    )
  }

  hasShard(name: string): boolean {
    return this.#shards.has(name)
  }

  putShard(sessionID: string, name: string, bytes: Buffer): void {
    this.#shards.set(name, { sessionID, bytes })
  }

  /** Sets bytes aside, in a file beside the journal that its program does not read. */
  quarantine(shard: string, line: Buffer): void {
    this.#quarantines.set(shard, [...(this.#quarantines.get(shard) ?? []), line])
  }

  rebuildIndex(): void {
    this.#rebuildsIndex = true
  }

  /** Sessions first, then their journals, the index last: after a crash in between the next audit finds the rest again. */
  writes(): BatchWrite[] {
    const { folder, sessions, journals } = this.store
    const journal = join(folder, turnJournalName)
    return [
      ...[...this.#quarantines].map(([shard, lines]) => {
        const seen = [...journals.values()].flatMap((each) => each.shards).find(({ name }) => name === shard)?.seen
        const name = `${shard}.${seen?.sha256.slice(0, 8) ?? 'new'}.quarantine`
        return { path: join(journal, name), content: Buffer.concat(lines) }
      }),
      ...[...this.#sessions].map(([sessionID, { bytes }]) => {
        const live = sessions.get(sessionID)?.live
        const seen = live && live.state !== 'absent' ? live.seen : undefined
        return { path: sessionPath(folder, sessionID), content: bytes, seen }
      }),
      ...[...this.#shards].map(([name, { sessionID, bytes }]) => {
        const seen = journals.get(sessionID)?.shards.find((each) => each.name === name)?.seen
        return { path: join(journal, name), content: bytes, seen }
      }),
      ...this.#indexWrite(),
    ]
  }

  #indexWrite(): BatchWrite[] {
    const { index, sessions, folder } = this.store
    const isWanted = this.#rebuildsIndex || (index.state === 'sound' && this.#sessions.size > 0)
    if (!isWanted || index.state === 'absent') return []
    const found = new Map<string, HermesSession>()
    const kept = new Set<string>()
    for (const sessionID of new Set([...sessions.keys(), ...this.#sessions.keys()])) {
      const session = this.session(sessionID)
      if (session && !this.store.tombstones.ids.has(sessionID)) found.set(sessionID, session)
      // A file that cannot be read is not a session less.
      else if (sessions.get(sessionID)?.live.state === 'malformed') kept.add(sessionID)
    }
    const former = index.state === 'sound' ? index.entries : []
    return [{ path: join(folder, indexName), content: rebuildIndex(former, found, kept), seen: index.seen }]
  }
}
