import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { DoctorError } from '../doctor-error.ts'

/**
 * The folder that somebody named. An audit of one that is not there would find nothing wrong with it.
 *
 * @throws {DoctorError} `not_found`
 */
export async function auditedFolder(cwd: string, named: string): Promise<string> {
  const folder = resolve(cwd, named)
  const isFolder = await stat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
  if (!isFolder) throw new DoctorError('not_found', `There is no folder ${folder}.`, 'Check the path.')
  return folder
}
