import { expect, test } from 'vitest'
import { contentOf, hasContent } from '../../src/files/has-content.ts'
import { FaultFs } from './fault-fs.ts'
import { MemoryFs } from './memory-fs.ts'

test('a file that is not there, or is another, has this content, or one that cannot be read has another', async () => {
  const fs = new MemoryFs()
  fs.put('/f', 'one')
  const rows = [
    ['/f', 'one'],
    ['/f', 'two'],
    ['/none', 'one'],
  ] as const
  const found = await Promise.all(rows.map(([path, text]) => hasContent(fs, path, contentOf(text))))
  expect(found).toEqual([true, false, false])
  const failing = new FaultFs({ at: 1, code: 'EIO' }, fs)
  await expect(hasContent(failing, '/f', contentOf('one'))).rejects.toMatchObject({ code: 'EIO' })
})
