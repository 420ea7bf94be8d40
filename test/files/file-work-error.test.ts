import { describe, expect, test } from 'vitest'
import { FileWorkError, fileWorkRemedies, systemCode } from '../../src/files/file-work-error.ts'

describe('what the system says', () => {
  const rows = [
    ['ENOENT', 'not_found'],
    ['ENOTDIR', 'not_found'],
    ['ENAMETOOLONG', 'not_found'],
    // A session behind such a link is there, and cannot be read: it is no missing one.
    ['ELOOP', 'io'],
    ['EISDIR', 'not_a_file'],
    ['EEXIST', 'in_the_way'],
    ['EROFS', 'read_only'],
    ['EACCES', 'read_only'],
    ['EPERM', 'not_permitted'],
    ['ENOSPC', 'no_space'],
    ['EDQUOT', 'no_space'],
    ['EFBIG', 'no_space'],
    ['EMFILE', 'too_many_open'],
    ['ENFILE', 'too_many_open'],
    ['EIO', 'io'],
    ['', 'io'],
  ] as const
  test.each(rows)('%s is told as something else than %s', (said, code) => {
    const cause = Object.assign(new Error(said), { code: said })
    const error = FileWorkError.from(cause, '/a', 'Cannot read')
    expect(error).toMatchObject({ code, path: '/a', cause })
    expect(error.message).toBe(`Cannot read: /a. ${error.remedy}`)
    expect(FileWorkError.from(error, '/b', 'Cannot write')).toBe(error)
  })
  test('has no rows', () => expect(rows).toHaveLength(16))

  test.each([
    ...new Set(rows.map(([, code]) => code)),
    ...(['live', 'locked', 'changed_meanwhile', 'backup_failed', 'backup_unreadable', 'not_durable'] as const),
  ])('of %s leaves the user without a sentence of what to do', (code) => {
    expect(fileWorkRemedies[code]).toMatch(/^[A-Z].+\.$/)
  })

  test.each([[new Error('no code')], [Object.assign(new Error('number'), { code: 5 })], [{ code: 'EIO' }], [null]])(
    'is made up for %j',
    (cause) => {
      expect(systemCode(cause)).toBeUndefined()
      expect(FileWorkError.from(cause, '/a', 'Cannot read').code).toBe('io')
    },
  )
})
