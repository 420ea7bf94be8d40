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
  for (const name of names) fs.put(`/s/${name}`, name === 'records.ndjson' ? '' : 'one')
  expect((await segmentsIn(fs, '/s', names)).map(({ name }) => name)).toEqual(records)
})

test('a full segment that a compaction has emptied counts, or an active one that is still empty does not', async () => {
  const fs = new MemoryFs()
  const names = [sealedName(1), sealedName(2), sealedName(3), 'records.ndjson']
  for (const name of names) fs.put(`/s/${name}`, name === sealedName(2) ? 'two' : '')
  expect((await segmentsIn(fs, '/s', names)).map(({ name }) => name)).toEqual([sealedName(2), 'records.ndjson'])
})
