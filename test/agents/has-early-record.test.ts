import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasEarlyRecord } from '../../src/agents/jsonl/has-early-record.ts'
import { tempFolder } from '../files/temp-folder.ts'

test.each([
  ['damaged lines', '{"a":', 1999, true],
  ['damaged lines', '{"a":', 2000, false],
  ['lines of a document', '  "a": 1,', 2000, false],
  ['blank lines', '', 1999, true],
  ['records of others', '{"a":1}', 199, true],
  ['records of others', '{"a":1}', 200, false],
])('behind %s (%j, %i times) a record is looked for in vain, or without end', async (_what, line, count, isFound) => {
  const path = join(tempFolder(), 'file.jsonl')
  writeFileSync(path, `${`${line}\n`.repeat(count)}{"wanted":true}\n`)
  expect(await hasEarlyRecord(path, (value) => value['wanted'] === true)).toBe(isFound)
})
