import { join } from 'node:path'
import type { Fs } from '../files/fs.ts'
import { readSeenFile } from '../files/read-seen-file.ts'
import { isRecord } from '../json/is-record.ts'
import { readJson } from '../record-log/read-object.ts'
import { JournalError } from './journal-error.ts'
import { MANIFEST_NAME, MANIFEST_SCHEMA } from './session-manifest.ts'

const [name = '', known = ''] = MANIFEST_SCHEMA.split('/').slice(-2)
const schema = new RegExp(`${name}/(\\d{1,6})$`)

/**
 * Refuses a session that a newer release has written: to this one its records would be damage, and recovery would set all of them
 * aside. Only a manifest that says so in so many words counts; one that is gone or damaged says nothing (I13).
 *
 * @throws JournalError `newer_format`
 */
export async function refuseNewer(fs: Fs, folder: string): Promise<void> {
  const file = await readSeenFile(fs, join(folder, MANIFEST_NAME)).catch(() => undefined)
  const manifest = file && readJson(file.bytes)
  const [, version] = schema.exec(isRecord(manifest) ? String(manifest['schema']) : '') ?? []
  if (version !== undefined && Number(version) > Number(known))
    throw new JournalError('newer_format', `The journal is of version ${version}, later than ${known}: ${folder}.`)
}
