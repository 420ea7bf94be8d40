import type { Fs } from '../files/fs.ts'
import { JournalError } from './journal-error.ts'
import { readManifest } from './read-manifest.ts'
import { listSegments } from './list-segments.ts'
import { SessionCursor } from './session-cursor.ts'
import { MANIFEST_SCHEMA, manifestText } from './session-manifest.ts'

const [name = '', known = ''] = MANIFEST_SCHEMA.split('/').slice(-2)
const schema = new RegExp(`${name}/(\\d{1,6})$`)

/**
 * Whether a manifest, except for the version, is exactly what this release would write for the records. Then the version is damaged:
 * one flipped bit must not lock a session, and a real later format would differ in more than the number.
 */
async function isOwnOtherwise(fs: Fs, folder: string, manifest: Readonly<Record<string, unknown>>): Promise<boolean> {
  const { sessionID, status } = manifest
  if (typeof sessionID !== 'string' || (status !== 'active' && status !== 'stopped')) return false
  const cursor = new SessionCursor(fs, folder)
  await cursor.advance({ take: ignore, reset: ignore })
  const own = manifestText(sessionID, status, cursor.chain, await listSegments(fs, folder))
  return cursor.chain.records > 0 && `${JSON.stringify({ ...manifest, schema: MANIFEST_SCHEMA }, null, 2)}\n` === own
}

const ignore = (): void => undefined

/**
 * Refuses a session that a newer release has written: this release would take its records for damage and set all of them aside. Only
 * a later version in the manifest counts; a missing or damaged manifest is no evidence (I13).
 *
 * @throws JournalError `newer_format`
 */
export async function refuseNewer(fs: Fs, folder: string): Promise<void> {
  const manifest = await readManifest(fs, folder)
  const [, version] = schema.exec(String(manifest['schema'])) ?? []
  if (version === undefined || Number(version) <= Number(known)) return
  if (!(await isOwnOtherwise(fs, folder, manifest)))
    throw new JournalError('newer_format', `The journal is of version ${version}, later than ${known}: ${folder}.`)
}
