import { expect, test } from 'vitest'
import { sealedName, segmentsIn } from '../../src/journal/segments.ts'
import { MemoryFs } from '../files/memory-fs.ts'

test('a file beside the records is read as if it held some, or the records are read in another order', async () => {
  const records = [sealedName(1), sealedName(20), sealedName(300), 'records.ndjson']
  const others = [
    `old.${sealedName(1)}`,
    `${sealedName(1)}.old`,
    'records.1.ndjson',
    'records.0000000000001.ndjson',
    'records.ndjson.tmp',
    '.records.ndjson',
    'recordsx000000000001.ndjson',
  ]
  const fs = new MemoryFs()
  const names = [...others, ...records.toReversed()]
  for (const name of names) fs.put(`/s/${name}`, '')
  expect((await segmentsIn(fs, '/s', names)).map(({ name }) => name)).toEqual(records)
})
