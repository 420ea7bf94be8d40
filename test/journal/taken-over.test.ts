import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ACTIVE_SEGMENT } from '../../src/journal/segments.ts'
import { FaultFs } from '../files/fault-fs.ts'
import { MemoryFs } from '../files/memory-fs.ts'
import { now, openLog, readTexts, recordsPath, recoverOne, ROOT, writeSession } from './sample-session.ts'

const records = recordsPath('s')
const claimOf = (token: number): string => join(ROOT, 's', `writer.${token}.json`)
const note = (text: string) => ({ type: 'note', epoch: 0, dataText: JSON.stringify(text) })

/** A session of a writer of another container, who cannot be asked for, and still has the records open. */
async function ofAnotherContainer() {
  const fs = new MemoryFs()
  await writeSession(fs, 's', ['one', 'two'])
  await fs.unlink(claimOf(1))
  const holder = { host: hostname(), bootId: 'b', pidNamespace: 'pid:[7]', pid: 2 ** 30, startTime: '1' }
  fs.put(claimOf(2), `${JSON.stringify(holder)}\n`)
  return { fs, former: await fs.open(records, 'a') }
}

/** Each gives the session back, with the records in the file of the former owner or not. */
const takeOvers: Readonly<Record<string, (fs: MemoryFs) => Promise<unknown>>> = {
  'a take-over that could not give the records a new file': async (fs) => {
    const refusing = new FaultFs(undefined, fs)
    refusing.rename = () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }))
    await expect(openLog(refusing, 's')).rejects.toMatchObject({ code: 'io' })
  },
  'a recovery that could not give them one': async (fs) => {
    await fs.unlink(join(ROOT, 's', 'manifest.json'))
    const refusing = new FaultFs(undefined, fs)
    refusing.rename = () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }))
    expect(await recoverOne(refusing, 's', { apply: true })).toMatchObject({ state: 'failed', error: { code: 'io' } })
  },
  'a recovery': async (fs) => {
    await fs.unlink(join(ROOT, 's', 'manifest.json'))
    expect(await recoverOne(fs, 's', { apply: true })).toMatchObject({ state: 'clean' })
  },
  'two that failed': async (fs) => {
    await takeOvers['a take-over that could not give the records a new file']!(fs)
    await takeOvers['a recovery that could not give them one']!(fs)
  },
}

test.each(Object.keys(takeOvers))(
  'behind %s a writer of before fails the records of its successor, or writes among them (I15)',
  async (name) => {
    const { fs, former } = await ofAnotherContainer()
    await takeOvers[name]!(fs)
    const log = await openLog(fs, 's')
    await log.append(note('three'))
    await former.write(Buffer.from('late\n'))
    await log.append(note('four'))
    await log.close()
    expect(await readTexts(fs, 's')).toEqual(['one', 'two', 'three', 'four'])
    expect(fs.text(records)).not.toContain('late')
    expect(await recoverOne(fs, 's')).toMatchObject({ state: 'clean', gaps: [], quarantinedBytes: 0 })
  },
)

test('what a writer of before writes behind a recovery that mended its session is among the records', async () => {
  const { fs, former } = await ofAnotherContainer()
  await takeOvers['a recovery']!(fs)
  await former.write(Buffer.from('late\n'))
  expect(fs.text(records)).not.toContain('late')
})

test('a session that was taken over and given back is copied each time it is opened', async () => {
  const { fs } = await ofAnotherContainer()
  const moves: string[] = []
  const seeing = new FaultFs(undefined, fs)
  seeing.rename = async (from, to) => {
    if (to.endsWith(ACTIVE_SEGMENT)) moves.push(to)
    await fs.rename(from, to)
  }
  for (let round = 0; round < 3; round += 1) await (await openLog(seeing, 's', { now })).close()
  expect(moves).toEqual([records])
})
