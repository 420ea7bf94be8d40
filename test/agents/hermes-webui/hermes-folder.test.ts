import { expect, test } from 'vitest'
import { isSessionID, sessionOf, sessionPath } from '../../../src/agents/hermes-webui/hermes-folder.ts'

test.each([
  ['20260101_120000_ab12cd', true],
  ['a', true],
  ['A-1.b', true],
  ['', false],
  ['.', false],
  ['..', false],
  ['.hidden', false],
  ['_index', false],
  ['../other', false],
  ['/etc/passwd', false],
  ['a/b', false],
  ['a/../../b', false],
  ['a\\b', false],
  ['a b', false],
  ['a\n', false],
  ['é', false],
])('the id %j leads out of the folder, or one that cannot is refused', (id, isOne) => {
  expect(isSessionID(id)).toBe(isOne)
  expect(sessionOf(`${id}.json`)).toEqual(isOne ? { sessionID: id, copy: 'live' } : undefined)
  expect(sessionOf(`${id}.json.bak`)).toEqual(isOne ? { sessionID: id, copy: 'backup' } : undefined)
  let path: string
  try {
    path = sessionPath('/h', id)
  } catch (error) {
    path = (error as { readonly code: string }).code
  }
  expect(path).toBe(isOne ? `/h/${id}.json` : 'not_a_file')
})

test.each([
  'a',
  '.json',
  'a.jsonx',
  'a.JSON',
  'xa json',
  'a.json.bak.1',
  'a.json.bakx',
  'a.json.tmp',
  'a.bak',
  'a.json\n',
])('the file %j is taken for one of a session', (name) => {
  expect(sessionOf(name)).toBeUndefined()
})
