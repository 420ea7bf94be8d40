import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasEarlyRecord } from '../../../src/agents/jsonl/has-early-record.ts'
import { tempFolder } from '../../files/temp-folder.ts'

const other = '{"other":1}\n'
const wanted = '{"wanted":1}\n'

test.each<[what: string, text: string | null, isFound: boolean]>([
  ['a file that is not there', null, false],
  ['an empty file', '', false],
  ['the first record', wanted + other, true],
  ['the record behind what is none', `\n7\n{torn\n${wanted}`, true],
  ['the last record of those that are looked at', other.repeat(199) + wanted, true],
  ['the first record behind those', other.repeat(200) + wanted, false],
  ['a record behind many lines that are none', '{torn\n'.repeat(1999) + wanted, true],
  ['a record behind too many lines that are none', '{torn\n'.repeat(2000) + wanted, false],
  ['a record behind too many lines of a document', '  "other": 1,\n'.repeat(2000) + wanted, false],
  ['a record behind many blank lines', '\n'.repeat(1999) + wanted, true],
])('%s is taken for a session, or is not', async (_, text, isFound) => {
  const path = join(tempFolder(), 'a.jsonl')
  if (text !== null) writeFileSync(path, text)
  expect(await hasEarlyRecord(path, (value) => 'wanted' in value)).toBe(isFound)
})
