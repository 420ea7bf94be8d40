import type { Fs } from '../files/fs.ts'
import { JournalError } from './journal-error.ts'
import { readManifest } from './read-manifest.ts'
import { MANIFEST_SCHEMA } from './session-manifest.ts'

const [name = '', known = ''] = MANIFEST_SCHEMA.split('/').slice(-2)
const schema = new RegExp(`${name}/(\\d{1,6})$`)

/**
 * Refuses a session that a newer release has written: to this one its records would be damage, and recovery would set all of them
 * aside. Only a manifest that says so in so many words counts; one that is gone or damaged says nothing (I13).
 *
 * @throws JournalError `newer_format`
 */
export async function refuseNewer(fs: Fs, folder: string): Promise<void> {
  const manifest = await readManifest(fs, folder)
  const [, version] = schema.exec(String(manifest['schema'])) ?? []
  if (version !== undefined && Number(version) > Number(known))
    throw new JournalError('newer_format', `The journal is of version ${version}, later than ${known}: ${folder}.`)
}
