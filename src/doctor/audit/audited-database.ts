import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { DoctorError } from '../doctor-error.ts'

/**
 * The database that somebody named. An audit without it would say that all copies agree.
 *
 * @throws {DoctorError} `not_found`
 */
export async function auditedDatabase(cwd: string, named: string): Promise<string> {
  const path = resolve(cwd, named)
  const isFile = await stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  )
  if (isFile) return path
  const remedy = 'Check the path, or leave the database out: then the other copies are compared.'
  throw new DoctorError('not_found', `There is no database ${path}.`, remedy)
}
