import type { Chain } from './chain.ts'
import type { Segment } from './segments.ts'

export const MANIFEST_NAME = 'manifest.json'
export const MANIFEST_SCHEMA = 'session-recovery.journal/1'

/** What a session holds, without reading its records. Derived: it can be made again from them at any time (I13). */
export interface SessionManifest {
  readonly schema: typeof MANIFEST_SCHEMA
  readonly sessionID: string
  /** `active` while a process may write. */
  readonly status: 'active' | 'stopped'
  readonly records: number
  readonly lastSeq: number
  readonly epoch: number
  /** Running digest behind the last record: equal for equal journals. */
  readonly digest: string
  /** Of the last record; null for none. Epoch ms, as ISO 8601. */
  readonly lastRecordAt: string | null
  /** When a stopped session ended: with its last record. */
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
  // A record may bear a number that is no time: its session is told all the same.
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
