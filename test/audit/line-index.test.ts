import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { auditLineIndex, mendLineIndex, readLineIndex } from '../../src/doctor/audit/audit-line-index.ts'
import { nodeFs } from '../../src/files/node-fs.ts'
import { tempFolder } from '../files/temp-folder.ts'

const row = (n: number): string => JSON.stringify({ n })

test.each<readonly [text: string | undefined, found: readonly string[], files: readonly string[]]>([
  [undefined, [], []],
  ['', [], []],
  [`${row(1)}\n${row(2)}\n`, [], []],
  [`${row(1)}\n${row(2)}${row(3)}\n`, ['2 glued'], ['']],
  [`{"to\n${row(1)}${row(2)}\n`, ['1 torn', '2 glued'], ['.quarantine', '']],
  [`${row(1)}${row(2)}\n${row(3)}\n{"to\n`, ['1 glued', '3 torn'], ['.quarantine', '']],
  [`${row(1)}\n{"to`, ['2 torn'], ['.quarantine', '']],
])('in %j other lines are found than %j, or other files are written', async (text, found, files) => {
  const path = join(tempFolder(), 'index.jsonl')
  if (text !== undefined) writeFileSync(path, text)
  const index = await readLineIndex(nodeFs, path)
  const items = auditLineIndex(index)
  expect(items.map(({ line, reason }) => `${String(line)} ${String(reason)}`)).toEqual(found)
  const writes = await mendLineIndex(index)
  expect(writes.map((write) => write.path.replace(/^.*index\.jsonl(\.[0-9a-f]{8}(?=\.))?/, ''))).toEqual(files)
  const kept = (text ?? '')
    .match(/\{"n":\d\}/g)
    ?.map((line) => `${line}\n`)
    .join('')
  expect(writes.slice(-1).map(({ content }) => Buffer.from(content).toString())).toEqual(
    files.length === 0 ? [] : [kept],
  )
})
