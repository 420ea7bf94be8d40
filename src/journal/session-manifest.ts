import type { Chain } from './chain.ts'
import type { Segment } from './segments.ts'

export const MANIFEST_NAME = 'manifest.json'
export const MANIFEST_SCHEMA = 'session-recovery.journal/1'

/** Key figures of a session, readable without its records. Derived: can be rebuilt from them at any time (I13). */
export interface SessionManifest {
  readonly schema: typeof MANIFEST_SCHEMA
  readonly sessionID: string
  /** `active` while a process may write. */
  readonly status: 'active' | 'stopped'
  readonly records: number
  readonly lastSeq: number
  readonly epoch: number
  /** Running digest after the last record: equal for equal journals. */
  readonly digest: string
  /** Time of the last record, ISO 8601; null if there is none. */
  readonly lastRecordAt: string | null
  /** End of a stopped session: the time of its last record. */
  readonly endedAt: string | null
  readonly bytes: number
  readonly segments: readonly { readonly name: string; readonly bytes: number }[]
}

/** The text of the file. It depends on nothing but the records, so that a rebuilt one is equal byte for byte. */
export function manifestText(
  sessionID: string,
  status: SessionManifest['status'],
  chain: Chain,
  segments: readonly Segment[],
): string {
  const last = new Date(chain.records === 0 ? Number.NaN : chain.at)
  // The time of a record may be out of range: the manifest then has none, rather than failing.
  const lastRecordAt = Number.isNaN(last.getTime()) ? null : last.toISOString()
  const manifest: SessionManifest = {
    schema: MANIFEST_SCHEMA,
    sessionID,
    status,
    records: chain.records,
    lastSeq: chain.seq,
    epoch: chain.epoch,
    digest: chain.digest,
    lastRecordAt,
    endedAt: status === 'stopped' ? lastRecordAt : null,
    bytes: segments.reduce((sum, { size }) => sum + size, 0),
    segments: segments.map(({ name, size }) => ({ name, bytes: size })),
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}
