import { expect, test } from 'vitest'
import { digestAfter, type Frame } from '../../src/journal/frame.ts'
import type { Durability, SessionLog } from '../../src/journal/session-log.ts'
import type { FileStat } from '../../src/files/fs.ts'
import { MemoryFs } from '../files/memory-fs.ts'
import { openLog, readTexts, recordsPath, ROOT } from './sample-session.ts'

const records = recordsPath('s')
const taker = { take: () => undefined, reset: () => undefined }
let base: Frame | undefined
const note = (text: string) => ({ type: 'note', epoch: 0, dataText: JSON.stringify(text) })

const moves: Readonly<Record<string, (fs: MemoryFs) => Promise<void> | void>> = {
  'renamed by a rotation': (fs) => fs.rename(records, `${records}.1`),
  removed: (fs) => fs.unlink(records),
  'replaced by a copy': async (fs) => {
    fs.put(`${ROOT}/copy`, fs.text(records)!)
    await fs.rename(`${ROOT}/copy`, records)
  },
}
const rows = Object.entries(moves).flatMap(([name, move]) =>
  (['commit', 'interval', 'none'] as const).map((durability) => [name, durability, move] as const),
)

test.each<readonly [string, Durability, (fs: MemoryFs) => Promise<void> | void]>(rows)(
  'a record is acknowledged although its file was %s, where nobody finds it (I8, %s)',
  async (_, durability, move) => {
    const fs = new MemoryFs()
    const log = await openLog(fs, 's', { durability })
    await log.append(note('one'))
    await move(fs)
    await expect(log.append(note('two'))).rejects.toMatchObject({
      code: 'damaged',
      message: `The records were moved away while they were written: ${records}. Run \`session-recovery recover\` on the folder.`,
    })
    await expect(log.append(note('three'))).rejects.toMatchObject({ code: 'damaged' })
    await log.close()
  },
)

test('who opens the session anew behind a copy in its place does not go on, or misses what it holds', async () => {
  const fs = new MemoryFs()
  const log = await openLog(fs, 's')
  await log.append(note('one'))
  await moves['replaced by a copy']!(fs)
  await expect(log.append(note('two'))).rejects.toThrow()
  await log.close()
  const again = await openLog(fs, 's')
  await again.append(note('three'))
  await again.close()
  expect(await readTexts(fs, 's')).toEqual(['one', 'three'])
})

test('a writer whose session is taken over between two looks is told of damage, and not who has it (I15)', async () => {
  let isTaken = false
  const fs = new (class extends MemoryFs {
    override async lstat(path: string): Promise<FileStat> {
      // Behind the look at the claim, and before that at the file.
      if (path === records && isTaken) {
        isTaken = false
        await moves['replaced by a copy']!(this)
        for (const name of await this.readdir(`${ROOT}/s`))
          if (name.startsWith('writer.')) await this.unlink(`${ROOT}/s/${name}`)
      }
      return super.lstat(path)
    }
  })()
  const log = await openLog(fs, 's')
  await log.append(note('one'))
  isTaken = true
  await expect(log.append(note('two'))).rejects.toMatchObject({ code: 'fenced' })
})

/** Takes the session of `log` over, and moves its records away from it. */
async function takeOver(fs: MemoryFs): Promise<void> {
  for (const name of await fs.readdir(`${ROOT}/s`)) if (name.startsWith('writer.')) await fs.unlink(`${ROOT}/s/${name}`)
  await fs.unlink(records)
}

test.each<readonly [string, (log: SessionLog) => Promise<unknown>]>([
  ['a compaction', (log) => log.compact({ base: base!, digest: digestAfter(base!), dataText: '"one"' }, taker)],
  ['the end of a segment', (log) => log.append(note('two'))],
])('%s of who has lost the session tells of a fault of the disk, and not who has it (I15)', async (_, work) => {
  const fs = new MemoryFs()
  const log = await openLog(fs, 's', { segmentBytes: 1 })
  base = await log.append(note('one'))
  await takeOver(fs)
  await expect(work(log)).rejects.toMatchObject({ code: 'fenced' })
  expect(log.isBroken).toBe(true)
})

test('a fault of the disk at the end of a segment is told as a lost session', async () => {
  const fs = new MemoryFs()
  const log = await openLog(fs, 's', { segmentBytes: 1 })
  await log.append(note('one'))
  await fs.unlink(records)
  await expect(log.append(note('two'))).rejects.toMatchObject({ code: 'ENOENT' })
})
