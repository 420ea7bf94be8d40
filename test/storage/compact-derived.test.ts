import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recoverJournal } from '../../src/journal/recover-journal.ts'
import { open, records, textsOf, user, write } from './journal-on-disk.ts'
import { tempFolder } from '../files/temp-folder.ts'

test.each(['manifest.json', 'index.ndjson'].flatMap((name) => [[name, false] as const, [name, true] as const]))(
  'a compaction whose records are durable fails by a %s that cannot be written (a record lost before: %s)',
  async (name, isLost) => {
    const folder = tempFolder()
    await write(folder, ['a', 'b', 'c', 'd'])
    if (isLost) {
      const lines = readFileSync(records(folder), 'utf8').split('\n')
      writeFileSync(records(folder), lines.toSpliced(1, 1).join('\n'))
    }
    const path = join(folder, 's', name)
    rmSync(path)
    mkdirSync(path)
    const left = isLost ? ['a', 'c', 'd'] : ['a', 'b', 'c', 'd']
    const store = open(folder, { generations: 0 })
    await store.journal.compact('s')
    expect(await textsOf(store)).toEqual(left)
    await store.messages.append('s', [user('e')])
    await store.close()
    expect(readFileSync(records(folder), 'utf8').trimEnd().split('\n')).toHaveLength(2)
    expect(await textsOf(open(folder))).toEqual([...left, 'e'])
    rmSync(path, { recursive: true })
    const [session] = (await recoverJournal(folder, { apply: true })).recovered
    expect(session).toMatchObject({ state: isLost ? 'needs_review' : 'clean', records: 2 })
  },
)
