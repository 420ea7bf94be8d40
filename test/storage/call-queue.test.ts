import { expect, test } from 'vitest'
import { CallQueue } from '../../src/storage/journal/call-queue.ts'

/** A queue whose calls begin and end when the test says so. */
function scene() {
  const queue = new CallQueue()
  const log: string[] = []
  const ends = new Map<string, (isDone: boolean) => void>()
  const work = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      log.push(name)
      ends.set(name, (isDone) => (isDone ? resolve(name) : reject(new Error(name))))
    })
  const end = async (name: string, isDone = true): Promise<void> => {
    ends.get(name)!(isDone)
    await settled()
  }
  return { queue, log, work, end }
}

const settled = (): Promise<void> => new Promise(setImmediate)

test('calls of one session run at once, or wait for those of another', async () => {
  const { end, log, queue, work } = scene()
  const first = queue.run('a', work('a1'))
  const second = queue.run('a', work('a2'))
  void queue.run('b', work('b1'))
  await settled()
  expect(log).toEqual(['a1', 'b1'])
  await end('a1')
  expect(log).toEqual(['a1', 'b1', 'a2'])
  await end('a2')
  expect([await first, await second]).toEqual(['a1', 'a2'])
})

test('a call that fails holds up the next one, or is not told', async () => {
  const { end, log, queue, work } = scene()
  const failing = queue.run('a', work('a1'))
  const ended = failing.catch(String)
  const next = queue.run('a', work('a2'))
  await settled()
  await end('a1', false)
  expect(await ended).toBe('Error: a1')
  expect(log).toEqual(['a1', 'a2'])
  await end('a2')
  expect(await next).toBe('a2')
})

test('a call about all sessions runs beside one of them, or those after it do not wait', async () => {
  const { end, log, queue, work } = scene()
  void queue.run('a', work('a1'))
  void queue.run('b', work('b1'))
  const all = queue.runAlone(work('all'))
  void queue.run('a', work('a2'))
  const again = queue.runAlone(work('again'))
  const failed = all.catch(String)
  await settled()
  expect(log).toEqual(['a1', 'b1'])
  await end('b1')
  expect(log).toEqual(['a1', 'b1'])
  await end('a1')
  expect(log).toEqual(['a1', 'b1', 'all'])
  await end('all', false)
  expect(await failed).toBe('Error: all')
  expect(log).toEqual(['a1', 'b1', 'all', 'a2'])
  await end('a2')
  expect(log.at(-1)).toBe('again')
  await end('again')
  expect(await again).toBe('again')
})
