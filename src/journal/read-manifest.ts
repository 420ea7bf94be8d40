import { join } from 'node:path'
import type { Fs } from '../files/fs.ts'
import { readSeenFile } from '../files/read-seen-file.ts'
import { isRecord } from '../json/is-record.ts'
import { readJson } from '../record-log/read-object.ts'
import { MANIFEST_NAME } from './session-manifest.ts'

/** The fields of a session's manifest; none if it is missing or damaged (I13). */
export async function readManifest(fs: Fs, folder: string): Promise<Readonly<Record<string, unknown>>> {
  const file = await readSeenFile(fs, join(folder, MANIFEST_NAME)).catch(() => undefined)
  const manifest = file && readJson(file.bytes)
  return isRecord(manifest) ? manifest : {}
}
