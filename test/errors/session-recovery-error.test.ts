import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { OptionsError } from '../../src/errors/options-error.ts'
import { SessionRecoveryError } from '../../src/errors/session-recovery-error.ts'
import { FileWorkError } from '../../src/files/file-work-error.ts'
import { RecordLogError } from '../../src/record-log/record-log-error.ts'
import { StoreError } from '../../src/storage/store-error.ts'
import { TranscriptError } from '../../src/transcript/transcript-error.ts'

const cause = new Error('beneath')
const errors: readonly (readonly [name: string, error: SessionRecoveryError, code: string])[] = [
  ['OptionsError', new OptionsError('no', { cause }), 'invalid_options'],
  ['RecordLogError', new RecordLogError('unreadable', 'no', { cause }), 'unreadable'],
  ['FileWorkError', new FileWorkError('io', '/a', 'No', { cause }), 'io'],
  ['TranscriptError', new TranscriptError('too_deep', 'no', cause), 'too_deep'],
  ['StoreError', new StoreError({ code: 'closed', message: 'No.', cause }), 'closed'],
]

describe.for(errors)('%s', ([name, error, code]) => {
  test('loses its name, code or cause', () => {
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ name, code, cause })
    expect(error.stack).toMatch(new RegExp(`^${name}: `))
  })

  test('prints its brand, or a field that only this library needs', () => {
    expect(Object.keys(error)).not.toContain('name')
    expect(JSON.stringify(error)).not.toContain('brand')
  })

  test('is taken for an error of another class', () => {
    expect(SessionRecoveryError.isInstance(error)).toBe(true)
    const classes = [OptionsError, RecordLogError, FileWorkError, TranscriptError, StoreError]
    expect(classes.filter((type) => type.isInstance(error)).map(({ brand }) => brand)).toEqual([name])
  })
})

test('an error of a second copy of the package is not recognised', async () => {
  vi.resetModules()
  const copy = await import('../../src/storage/store-error.ts')
  const error = new copy.StoreError({ code: 'locked', message: 'Locked.' })
  expect(error).not.toBeInstanceOf(StoreError)
  expect(StoreError.isInstance(error)).toBe(true)
  expect(SessionRecoveryError.isInstance(error)).toBe(true)
  expect(OptionsError.isInstance(error)).toBe(false)
})

test('a subclass does not satisfy the guard of the class that it extends', () => {
  class SpecialError extends OptionsError {
    static override readonly brand: string = 'SpecialError'
  }
  const error = new SpecialError('no')
  expect(OptionsError.isInstance(error)).toBe(true)
  expect(SpecialError.isInstance(new OptionsError('no'))).toBe(false)
})

test.for([undefined, null, 'StoreError', {}, { code: 'closed' }, new Error('closed')])(
  '%o is taken for an error of this library',
  (value) => {
    expect(SessionRecoveryError.isInstance(value)).toBe(false)
  },
)

test('an error class goes its own way, or two share a brand', () => {
  const sources = globSync('src/**/*.ts').map((path) => readFileSync(path, 'utf8'))
  const own = sources.flatMap((text) =>
    [...text.matchAll(/class (\w+)(?:<.+>)? extends \w*Error\b(?!<)/g)].map(([, name]) => name),
  )
  expect(own).toEqual(['SessionRecoveryError'])
  const classes = sources.flatMap((text) => [
    ...text.matchAll(
      /class (\w+) extends SessionRecoveryError<[^>]+> \{\s+static override readonly brand: string = '(\w+)'/g,
    ),
  ])
  expect(classes.map(([, name]) => name)).toEqual(classes.map(([, , brand]) => brand))
  expect(classes.length).toBe(sources.join('').match(/extends SessionRecoveryError</g)?.length)
  expect(new Set(classes.map(([, name]) => name)).size).toBe(classes.length)
})
