import { describe, expect, test } from 'vitest'
import { parseManifest } from '../../src/files/manifest-schema.ts'
import { parseImages } from '../../src/files/rows/image-schema.ts'

function readBy(parse: (value: unknown) => unknown, value: unknown): unknown {
  try {
    return parse(value)
  } catch {
    return 'refused'
  }
}

const row = { table: 't', id: '1', before: null, after: { a: 'x' } }

describe('kept rows', () => {
  test.each<[what: string, fields: object, isRead: boolean]>([
    ['with nothing beside them', {}, true],
    ['at a place', { place: '-12' }, true],
    ['at a place with words behind it', { place: '12; DROP' }, false],
    ['at a place with words before it', { place: 'x12' }, false],
    ['at no place', { place: '' }, false],
    ['with a whole number', { before: { a: { integer: '7' } } }, true],
    ['with a number that is none', { before: { a: { integer: '7.5' } } }, false],
    ['of no table', { table: '' }, false],
    ['with a cell of two kinds', { after: { a: { integer: '7', real: '7' } } }, false],
    ['with bytes that are none', { after: { a: { blob: '#' } } }, false],
  ])('%s are read as others, or not at all', (_, fields, isRead) => {
    const rows = [{ ...row, ...fields }]
    expect(readBy(parseImages, { schema: 1, rows })).toEqual(isRead ? rows : 'refused')
  })
})

const content = { sha256: 'a'.repeat(64), size: 1 }
const file = { ...content, path: '/a', mode: 0o600, mtimeMs: 1.5 }
const manifest = { schema: 1, id: 'a-1', createdAt: 'then', tool: 'x', reason: 'why', files: [file] }

describe('a manifest', () => {
  test.each<[what: string, fields: object, isRead: boolean]>([
    ['with files alone', {}, true],
    ['that knows what was written', { files: [{ ...file, written: content }] }, true],
    ['that does not say what was written', { files: [{ ...file, written: {} }] }, false],
    ['of what was made', { created: [{ ...content, path: '/b' }], folders: ['/c'] }, true],
    ['of a folder without a name', { folders: [''] }, false],
    ['of rows', { rows: [{ ...content, path: '/d', agent: 'opencode', session: 's' }] }, true],
    ['of rows of nobody', { rows: [{ ...content, path: '/d', session: 's' }] }, false],
    ['that was undone', { undoneAt: 'later' }, true],
    ['whose id leads elsewhere', { id: '../a' }, false],
    ['of a later release', { schema: 2 }, false],
  ])('%s is read as another, or not at all', (_, fields, isRead) => {
    const whole = { ...manifest, ...fields }
    expect(readBy(parseManifest, whole)).toEqual(isRead ? whole : 'refused')
  })
})
