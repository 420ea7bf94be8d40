import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { DoctorError } from '../../src/doctor/doctor-error.ts'
import { auditedPath } from '../../src/doctor/audit/audited-path.ts'
import { tempFolder } from '../files/temp-folder.ts'

const named = async (kind: 'folder' | 'database', name: string): Promise<unknown> => {
  const home = tempFolder()
  mkdirSync(join(home, 'sessions'))
  writeFileSync(join(home, 'state.db'), '')
  return auditedPath(home, name, kind).then(
    (path) => path === join(home, name),
    ({ code, message, remedy }: DoctorError) => [code, message.replace(`${home}/`, ''), remedy],
  )
}
const refused = (kind: string, name: string): unknown => [
  'not_found',
  `There is no ${kind} ${name}.`,
  expect.stringMatching(/^Check the path/),
]

test.each([
  ['folder', 'sessions', true],
  ['folder', 'state.db', refused('folder', 'state.db')],
  ['folder', 'nothing', refused('folder', 'nothing')],
  ['database', 'state.db', true],
  ['database', 'sessions', refused('database', 'sessions')],
  ['database', 'nothing', refused('database', 'nothing')],
] as const)('what is named as a %s, %s, is taken for one, or refused', async (kind, name, expected) => {
  expect(await named(kind, name)).toEqual(expected)
})
