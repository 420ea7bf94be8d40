import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { PassThrough, Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { passOn } from '../../src/proxy/pass-on.ts'

interface Client extends Writable {
  readonly got: string[]
}

/** Takes what it is given, and keeps it. */
function clientWith(highWaterMark: number): Client {
  const got: string[] = []
  const write = (bytes: Buffer, _encoding: string, done: () => void): void => {
    got.push(String(bytes))
    void setImmediate().then(done)
  }
  return Object.assign(new Writable({ highWaterMark, write }), { got })
}

function listening(end: () => Promise<void> = async () => undefined) {
  const heard: string[] = []
  return { heard, chunk: (bytes: Buffer) => void heard.push(String(bytes)), end }
}

test.each([1, 16])('a chunk is lost or heard twice, or a client with room for %i bytes gets too much', async (room) => {
  const [answer, client] = [new PassThrough(), clientWith(room)]
  let ended: readonly string[] = []
  const listener = listening(async () => void (ended = [...client.got]))
  const passed = passOn(answer, client, listener)
  let waiting = 0
  answer.on('data', () => (waiting = Math.max(waiting, client.writableLength)))
  for (const chunk of ['one', 'two', 'three']) answer.write(chunk)
  answer.end('four')
  await passed
  expect([client.got, listener.heard, client.writableFinished]).toEqual([
    ['one', 'two', 'three', 'four'],
    ['one', 'two', 'three', 'four'],
    true,
  ])
  expect(ended.length).toBeGreaterThan(0)
  expect(waiting).toBeLessThan(room + 'three'.length)
})

test('the client is told the end before the answer is in the store', async () => {
  const [answer, client] = [new PassThrough(), clientWith(16)]
  const { promise: stored, resolve } = Promise.withResolvers<void>()
  const passed = passOn(
    answer,
    client,
    listening(() => stored),
  )
  answer.end('one')
  await once(answer, 'close')
  expect([client.got, client.writableEnded]).toEqual([['one'], false])
  resolve()
  await passed
  expect(client.writableFinished).toBe(true)
})

test.each([1, 16])(
  'of an answer that is here the last chunk does not wait for its end, or another does: room for %i bytes',
  async (room) => {
    const [answer, client] = [new PassThrough(), clientWith(room)]
    const { promise: stored, resolve } = Promise.withResolvers<void>()
    const listener = listening(() => stored)
    const passed = passOn(answer, client, listener, true)
    for (const chunk of ['one', 'two']) answer.write(chunk)
    answer.end('three')
    await once(answer, 'close')
    await setImmediate()
    expect([client.got, listener.heard, client.writableEnded]).toEqual([['one', 'two'], ['one', 'two', 'three'], false])
    resolve()
    await passed
    expect([client.got, client.writableFinished]).toEqual([['one', 'two', 'three'], true])
  },
)

test('an answer that has been read to its end never ends', async () => {
  const [answer, client] = [new PassThrough(), clientWith(16)]
  answer.end('one')
  await answer.toArray()
  await passOn(answer, client, listening())
  expect([client.got, client.writableFinished]).toEqual([[], true])
})

type Break = (answer: PassThrough, client: Client) => void

test.each<[what: string, break_: Break, isBefore: boolean, message: string]>([
  ['a client that has gone before', (_answer, client) => client.destroy(), true, 'the client has gone'],
  ['a client that goes', (_answer, client) => client.destroy(), false, 'the client has gone'],
  ['a client whose connection breaks', (_answer, client) => client.destroy(new Error('reset')), false, 'reset'],
  ['an answer that was cut before', (answer) => answer.destroy(), true, 'the upstream broke off its answer'],
  ['an answer that is cut', (answer) => answer.destroy(), false, 'the upstream broke off its answer'],
  ['an answer whose connection breaks', (answer) => answer.destroy(new Error('reset')), false, 'reset'],
])('%s leaves the other side open', async (_what, break_, isBefore, message) => {
  const [answer, client] = [new PassThrough(), clientWith(16)]
  answer.write('one')
  if (isBefore) {
    const closed = Promise.race([once(answer, 'close'), once(client, 'close')])
    break_(answer, client)
    await closed
  }
  const passed = passOn(answer, client, listening())
  if (!isBefore) break_(answer, client)
  await expect(passed).rejects.toThrow(message)
  expect([answer.destroyed, client.destroyed]).toEqual([true, true])
})

test('a listener that fails leaves both sides open', async () => {
  const [answer, client] = [new PassThrough(), clientWith(16)]
  answer.end('one')
  const failing = listening(() => Promise.reject(new Error('no store')))
  await expect(passOn(answer, client, failing)).rejects.toThrow('no store')
  expect([answer.destroyed, client.destroyed]).toEqual([true, true])
})
