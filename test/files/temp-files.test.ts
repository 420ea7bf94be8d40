import { pid } from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { guardTempFile, isProcessAlive, sweepTempFiles, tempPathFor } from '../../src/files/temp-files.ts'
import { lateFs } from './late-fs.ts'
import { MemoryFs } from './memory-fs.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const listeners = (): Function[][] => signals.map((signal) => process.listeners(signal))

test.each(signals)('%s in the middle of a write leaves its temporary file, or a listener', async (signal) => {
  // With a listener of its own, the process decides itself whether it ends.
  const own = (): void => undefined
  for (const each of signals) process.on(each, own)
  onTestFinished(() => signals.forEach((each) => void process.off(each, own)))
  const before = listeners()
  const gone: string[] = []
  const fs = Object.assign(new MemoryFs(), {
    unlinkNow(path: string): void {
      gone.push(path)
      if (path === '/b') throw new Error('It is in place already.')
    },
  })
  const during = await guardTempFile(fs, '/a', () =>
    guardTempFile(fs, '/b', () =>
      guardTempFile(fs, '/c', async () => {
        const added = process
          .listeners(signal)
          .filter((listener) => !before[signals.indexOf(signal)]!.includes(listener))
        expect(added).toHaveLength(1)
        added[0]!(signal)
        return listeners()
      }),
    ),
  )
  expect([gone, during, listeners()]).toEqual([['/a', '/b', '/c'], before, before])
})

test('work that fails or ends leaves a listener, or one of two that are under way takes it along', async () => {
  const before = listeners()
  const fs = new MemoryFs()
  let end = (): void => undefined
  const long = guardTempFile(fs, '/a', () => new Promise<void>((resolve) => (end = resolve)))
  const during = listeners()
  expect(during).not.toEqual(before)
  await expect(guardTempFile(fs, '/b', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(listeners()).toEqual(during)
  end()
  await long
  expect(listeners()).toEqual(before)
})

test('what a dead process has left stays, or what is not its own goes', async () => {
  const fs = new MemoryFs()
  const own = tempPathFor('/home/a.txt')
  expect(own).toMatch(new RegExp(`^/home/\\.a\\.txt\\.${pid}-0-\\d+\\.repair-tmp$`))
  expect(tempPathFor('/home/a.txt')).not.toBe(own)
  // The second as it was named before threads counted for themselves.
  const dead = ['/home/.a.txt.999999999-0-1.repair-tmp', '/home/.a.txt.999999999-1.repair-tmp']
  const others = [
    own,
    '/home/a.txt',
    '/home/.b.txt.999999999-1.repair-tmp',
    '/home/.a.txt.x999999999-1.repair-tmp',
    '/home/.a.txt.999999999-1.repair-tmp.kept',
    '/home/.a.txt.999999999.repair-tmp',
    '/home/.a.txt.999999999-1-1-1.repair-tmp',
  ]
  for (const path of [...dead, ...others]) fs.put(path, '')
  const late = lateFs(fs)
  await sweepTempFiles(late.fs, '/home/a.txt')
  expect([fs.paths(), late.overlaps, late.underWay()]).toEqual([others, [], 0])
  await sweepTempFiles(fs, '/nowhere/a.txt')
  expect([isProcessAlive(pid), isProcessAlive(1), isProcessAlive(999_999_999)]).toEqual([true, true, false])
})
