import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { DoctorError } from '../doctor-error.ts'

type Kind = 'folder' | 'database'

interface Named {
  readonly is: (stats: Stats) => boolean
  readonly remedy: string
}

const named: Readonly<Record<Kind, Named>> = {
  folder: { is: (stats) => stats.isDirectory(), remedy: 'Check the path.' },
  database: {
    is: (stats) => stats.isFile(),
    remedy: 'Check the path, or leave the database out: then the other copies are compared.',
  },
}

/**
 * The folder or the database that somebody named. An audit without it would find nothing wrong: that all copies agree.
 *
 * @throws {DoctorError} `not_found`
 */
export async function auditedPath(cwd: string, path: string, kind: Kind): Promise<string> {
  const whole = resolve(cwd, path)
  const { is, remedy } = named[kind]
  if (await stat(whole).then(is, () => false)) return whole
  throw new DoctorError('not_found', `There is no ${kind} ${whole}.`, remedy)
}
