import { hostname } from 'node:os'
import { pid } from 'node:process'
import { beforeEach, describe, expect, test } from 'vitest'
import { pidNamespace } from '../../src/files/pid-namespace.ts'
import { identifyProcess } from '../../src/files/process-identity.ts'
import { busyError, readClaim, WriterClaim } from '../../src/journal/writer-claim.ts'
import { FaultFs } from '../files/fault-fs.ts'
import { lateFs } from '../files/late-fs.ts'
import { MemoryFs } from '../files/memory-fs.ts'

const folder = '/s'
const claimOf = (token: number): string => `${folder}/writer.${token}.json`
const second = 1000

let fs: MemoryFs
let time: number
const options = () => ({ fs, now: () => time, idleMs: 9 * second })
const take = (more: object = {}): Promise<WriterClaim> => WriterClaim.take(folder, { ...options(), ...more })
const seenAt = async (token: number): Promise<number> => (await fs.stat(claimOf(token))).mtimeMs

beforeEach(() => {
  fs = new MemoryFs()
  fs.put(`${folder}/records.ndjson`, '')
  time = 1_000_000
})

/** A claim of somebody, last seen so long ago. */
async function claimed(token: number, text: string, ago = 0): Promise<void> {
  fs.put(claimOf(token), text)
  const file = await fs.open(claimOf(token), 'a')
  await file.setMtime(time - ago)
}

const ownNamespace = await pidNamespace()
const elsewhere = { host: 'elsewhere', bootId: 'b', pid: 7, startTime: '1' }
const ended = { ...elsewhere, host: hostname(), pid: 2 ** 30 }
const line = (holder: unknown): string => `${JSON.stringify(holder)}\n`
const takenOver = line({ ...elsewhere, takesOver: true })

describe('who writes a session', () => {
  test.each([
    ['of another machine', line(elsewhere), 0, 'unknown'],
    ['of another machine, long ago', line(elsewhere), 99 * second, 'unknown'],
    ['without a name yet', '', 9 * second, 'unknown'],
    ['without a name yet, from the future', '', -9 * second, 'unknown'],
    ['that is half written', line(elsewhere).slice(0, 20), 0, 'unknown'],
    ['without a name, long ago', '', 10 * second, undefined],
    ['that is no claim, long ago', '[1]\n', 10 * second, undefined],
    ['without a start, long ago', line({ ...elsewhere, startTime: 1 }), 10 * second, undefined],
    ['without a host, long ago', line({ ...elsewhere, host: 1 }), 10 * second, undefined],
    ['without a machine, long ago', line({ ...elsewhere, bootId: 1 }), 10 * second, undefined],
    ['without a number, long ago', line({ ...elsewhere, pid: '7' }), 10 * second, undefined],
    ['of a process that has ended', line(ended), 0, undefined],
    ['of one that has ended, and had taken over', line({ ...ended, takesOver: true }), 0, undefined],
    ['of one that has ended here', line({ ...ended, pidNamespace: ownNamespace }), 0, undefined],
    ['of a number of another container', line({ ...ended, pidNamespace: 'pid:[7]' }), 0, undefined],
    ['that was given back', `${line(elsewhere)}{"released":true}\n`, 0, undefined],
    ['that was given back by who had taken over', `${takenOver}{"released":true}\n`, 0, undefined],
    ['of new records that was given back', `${takenOver}{"released":true}\n{"moved":true}\n`, 0, undefined],
  ])('is told otherwise by a claim %s', async (_what, text, ago, process) => {
    await claimed(2, 'older')
    await claimed(10, text, ago)
    const state = await readClaim(folder, options())
    const holder = text.endsWith('\n') ? elsewhere : { host: '', bootId: '', pid: 0, startTime: '' }
    const held = { kind: 'held', holder: { ...holder, token: 10, seenAt: time - ago }, process, silent: ago }
    // Whoever was in the middle of it may still write.
    const left = /long ago$|taken over$|container$/.test(_what) && { isLeft: true }
    expect(state).toEqual(process === undefined ? { kind: 'free', token: 10, ...left } : held)
  })

  test('takes the process of another machine of the same name for one of its own that has ended', async () => {
    const self = (await identifyProcess(pid))!
    // Of a machine without an id (a container) only the name tells.
    const process = self.machine === undefined ? undefined : 'unknown'
    await claimed(3, line({ ...self, bootId: 'other', machine: 'other' }))
    const state = await readClaim(folder, options())
    expect(state).toMatchObject(process === undefined ? { kind: 'free' } : { kind: 'held', process })
    await claimed(4, line({ ...self, bootId: 'before' }))
    expect(await readClaim(folder, options())).toEqual({ kind: 'free', token: 4 })
  })

  test('is told otherwise by a claim of this machine, or by no claim', async () => {
    expect(await readClaim(folder, options())).toEqual({ kind: 'free', token: 0 })
    await claimed(3, line(await identifyProcess(pid)))
    expect(await readClaim(folder, options())).toMatchObject({ kind: 'held', process: 'alive', holder: { pid } })
    await claimed(3, line({ ...(await identifyProcess(pid)), startTime: 'before' }))
    expect(await readClaim(folder, options())).toEqual({ kind: 'free', token: 3 })
    fs.put(`${folder}/writer.99.json.old`, '')
    fs.put(`${folder}/old.writer.99.json`, '')
    expect(await readClaim(folder, options())).toEqual({ kind: 'free', token: 3 })
  })

  test('is nobody, or the former one, where a successor has just come', async () => {
    await claimed(7, line(elsewhere))
    const racing = new FaultFs(undefined, fs)
    racing.lstat = async (path) => {
      if (path !== claimOf(7)) return fs.lstat(path)
      await fs.unlink(path)
      await claimed(8, line(elsewhere))
      return fs.lstat(path)
    }
    expect(await readClaim(folder, { ...options(), fs: racing })).toMatchObject({ kind: 'held', holder: { token: 8 } })
    racing.lstat = () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }))
    await expect(readClaim(folder, { ...options(), fs: racing })).rejects.toMatchObject({ code: 'EIO' })
  })

  test('is not named to whoever has to wait', () => {
    const told = (holder: object): string => busyError('/f', { ...elsewhere, token: 1, seenAt: 0, ...holder }).message
    expect(told({})).toContain('Process 7 on elsewhere writes /f, last seen 1970-01-01T00:00:00.000Z.')
    expect(told({ host: '' })).toContain('Process 7 on this machine writes /f')
    expect(told({ pid: 0 })).toContain('Another process writes /f')
  })
})

describe('a claim', () => {
  test('is given while its owner gives signs of life, or never again after it is silent', async () => {
    await claimed(4, line(elsewhere), 9 * second - 1)
    await expect(take()).rejects.toMatchObject({ code: 'busy', message: expect.stringContaining('Process 7') })
    time += 1
    const claim = await take()
    expect([claim.token, claim.isTakenOver, fs.paths()]).toEqual([5, true, [`${folder}/records.ndjson`, claimOf(5)]])
    expect(await seenAt(5)).toBe(time)
    claim.moved()
    expect(claim.isTakenOver).toBe(false)
    await claim.release()
    const next = await take({ minToken: 20 })
    expect([next.token, next.isTakenOver]).toEqual([21, false])
    await expect(take()).rejects.toMatchObject({ code: 'busy', message: expect.stringContaining(hostname()) })
  })

  test('of who was stopped before it filled it, or died while it took over, is taken without a thought of who may write', async () => {
    await claimed(4, '', 99 * second)
    const claim = await take()
    expect([claim.token, claim.isTakenOver]).toEqual([5, true])
    await claim.release()
    await claimed(6, line({ ...ended, takesOver: true }))
    const next = await take()
    expect([next.token, next.isTakenOver, fs.text(claimOf(7))]).toEqual([
      7,
      true,
      expect.stringMatching(/"takesOver":true}\n$/),
    ])
    await next.release()
    await claimed(8, line({ ...ended, pidNamespace: 'pid:[7]' }))
    const third = await take()
    expect([third.token, third.isTakenOver]).toEqual([9, true])
    await third.release()
    await claimed(10, line(ended))
    expect(await take()).toMatchObject({ token: 11, isTakenOver: false })
    expect(fs.text(claimOf(11))).not.toContain('takesOver')
  })

  test('that was overtaken while it was made removes temporary files of its successor', async () => {
    await claimed(4, line(elsewhere), 99 * second)
    const temp = `${folder}/.records.ndjson.1.repair-tmp`
    let looks = 0
    const racing = new FaultFs(undefined, fs)
    racing.readdir = async (path) => {
      // For its own look at what the former owner has left, behind those at the claims.
      if ((looks += 1) === 3) {
        time += 99 * second
        await take()
        fs.put(temp, 'of the successor')
      }
      return fs.readdir(path)
    }
    await expect(take({ fs: racing })).rejects.toMatchObject({ code: 'fenced' })
    expect(fs.text(temp)).toBe('of the successor')
  })

  test('that cannot be written keeps others out', async () => {
    const refused: number[] = []
    for (const at of [1, 2, 3, 4, 5]) {
      const late = lateFs(new FaultFs({ at, code: 'EIO' }, fs))
      const tried = await WriterClaim.take(folder, { ...options(), fs: late.fs }).catch((error: unknown) => error)
      expect([at, late.overlaps, late.underWay()]).toEqual([at, [], 0])
      // Whatever has failed: the next one gets the session, or the first one has it.
      expect([at, tried instanceof WriterClaim || (await readClaim(folder, options())).kind === 'free']).toEqual([
        at,
        true,
      ])
      if (tried instanceof WriterClaim) await tried.release()
      else refused.push(at)
    }
    expect(refused).toEqual([1, 2, 3, 4, 5])
  })

  test('that fails behind the end of the former one gives its number away, and the records to who was stopped', async () => {
    await claimed(4, line(elsewhere), 99 * second)
    fs.put(`${folder}/.records.ndjson.1.repair-tmp`, '')
    const unlink = fs.unlink.bind(fs)
    fs.unlink = async (path) => {
      if (path.endsWith('.repair-tmp')) throw Object.assign(new Error('EIO'), { code: 'EIO' })
      return unlink(path)
    }
    await expect(take()).rejects.toMatchObject({ code: 'EIO' })
    fs.unlink = unlink
    time += 10 * second
    expect(await take()).toMatchObject({ token: 6, isTakenOver: true })
  })

  test('that two take at the same moment fails for both, or is given to both', async () => {
    const racing = new FaultFs(undefined, fs)
    const names: string[] = []
    racing.open = async (path, flags, mode) => {
      if (flags !== 'wx') return fs.open(path, flags, mode)
      names.push(path)
      // The rival is faster by one step, and gives it back at once or keeps it.
      if (names.length === 1) await (await take()).release()
      if (names.length === 3) await take()
      return fs.open(path, flags, mode)
    }
    const claim = await take({ fs: racing })
    expect([claim.token, claim.isTakenOver, names]).toEqual([2, false, [claimOf(1), claimOf(2)]])
    await claim.release()
    await expect(take({ fs: racing })).rejects.toMatchObject({ code: 'busy' })
    expect(names.slice(2)).toEqual([claimOf(3)])
    racing.open = () => Promise.reject(Object.assign(new Error('EACCES'), { code: 'EACCES' }))
    time += 9 * second
    await expect(take({ fs: racing })).rejects.toMatchObject({ code: 'EACCES' })
  })

  test('that was taken over is confirmed, or not told by whom', async () => {
    const claim = await take()
    time += 9 * second
    // Below half of the time nobody can have taken it; beyond it is looked at.
    const rival = await take()
    await expect(claim.confirm()).rejects.toMatchObject({
      code: 'fenced',
      message: expect.stringContaining(`process ${pid} on`),
    })
    await rival.release()
    await expect(claim.check()).rejects.toMatchObject({
      code: 'fenced',
      message: expect.stringMatching(/was taken over: \/s\./),
    })
    await rival.check()
  })

  test('is looked at before its sign of life is written, or not waited for', async () => {
    const late = lateFs(fs)
    const claim = await take({ fs: late.fs })
    time += 9 * second
    await claim.check()
    expect([late.underWay(), late.overlaps, await seenAt(1)]).toEqual([0, [], time])
    await claim.release()
    expect([late.underWay(), late.openFiles()]).toEqual([0, 0])
  })

  test('gives signs of life at each write, or too seldom', async () => {
    const claim = await take()
    const signs: number[] = []
    for (const ms of [2999, 1, 2999, 1, 4499]) {
      time += ms
      await claim.check()
      signs.push(time - (await seenAt(1)))
    }
    expect(signs).toEqual([2999, 0, 2999, 0, 0])
    await fs.unlink(claimOf(1))
    time += 4499
    await expect(claim.confirm()).resolves.toBeUndefined()
    time += 1
    await expect(claim.confirm()).rejects.toMatchObject({ code: 'fenced' })
  })

  test('of a working owner is taken over, or one that was taken over not seen, when the clock was set back', async () => {
    const claim = await take()
    time -= 3600 * second
    await claim.check()
    expect(time - (await seenAt(1))).toBe(0)
    await expect(take()).rejects.toMatchObject({ code: 'busy' })
    await fs.unlink(claimOf(1))
    time -= 4500
    await expect(claim.confirm()).rejects.toMatchObject({ code: 'fenced' })
  })
})
