import { expect, test } from 'vitest'
import { createJournalStore } from '../../src/journal.ts'
import { createMemoryStore, type SessionStore } from '../../src/index.ts'
import { createRecorder, type Recorder, type RecorderOptions } from '../../src/proxy/recording/create-recorder.ts'
import { bodyText, readRecording } from '../../src/proxy/recording/read-recording.ts'
import { tempFolder } from '../files/temp-folder.ts'

const long = 'A conversation that is sent again and again. '.repeat(10)

function pass(recorder: Recorder, said: string, status = 200): void {
  const exchange = recorder.begin('POST', 'https://api.anthropic.com/v1/messages', ['content-type', 'application/json'])
  const body = JSON.stringify({ messages: [{ role: 'user', content: long }], said })
  exchange.request(body, body.length)
  exchange.answer(status, ['content-type', 'application/json'])
  exchange.chunk(Buffer.from(JSON.stringify({ said })))
  exchange.end()
}

/** A store of which the calls with these numbers, from 1, fail. */
function failingAt(...calls: readonly number[]): SessionStore {
  const store = createMemoryStore()
  let call = 0
  return {
    ...store,
    messages: {
      ...store.messages,
      append: (...args) => {
        call += 1
        return calls.includes(call) ? Promise.reject(new Error('no space')) : store.messages.append(...args)
      },
    },
  }
}

const setUp = (options: RecorderOptions): { recorder: Recorder; errors: unknown[] } => {
  const errors: unknown[] = []
  return { recorder: createRecorder({ onError: (error) => errors.push(error), ...options }), errors }
}

test.each([
  ['first', [1]],
  ['second', [2]],
  ['last', [3]],
  ['first and last', [1, 3]],
])('the %s write fails, and a later exchange refers to what was never stored', async (_which, calls) => {
  const store = failingAt(...calls)
  const { recorder, errors } = setUp({ store })
  for (const said of ['a', 'b', 'c']) pass(recorder, said)
  const status = await recorder.close()
  expect(status).toMatchObject({ exchanges: 3 - calls.length, dropped: calls.length })
  expect(String(status.lastError)).toContain('no space')
  expect(errors).toHaveLength(calls.length)
  const recording = (await readRecording(store, recorder.recordingID))!
  expect(recording).toMatchObject({ dropped: calls.length, unreadable: 0 })
  for (const { request } of recording.exchanges) expect(bodyText(request)).toContain(long)
})

test('a recorder that is killed after its cap says nothing of what it dropped', async () => {
  const store = createMemoryStore()
  const { recorder } = setUp({ store, maxSize: 1500 })
  const told: number[] = []
  for (let sent = 1; sent <= 20; sent += 1) {
    pass(recorder, `turn ${sent}`)
    // As far as it came: nobody closes it.
    while (recorder.status().exchanges + recorder.status().dropped < sent) await Promise.resolve()
    await new Promise((resolve) => setImmediate(resolve))
    const { dropped } = (await readRecording(store, recorder.recordingID))!
    told.push(dropped)
    expect(dropped * 2 >= recorder.status().dropped).toBe(true)
  }
  expect(told[0]).toBe(0)
  expect([...new Set(told)]).toEqual([0, 1, 2, 4, 8, 16])
  const { dropped, exchanges } = await recorder.close()
  expect(exchanges + dropped).toBe(20)
  expect(exchanges).toBeGreaterThan(0)
  expect((await readRecording(store, recorder.recordingID))!.dropped).toBe(dropped)
})

test('what is thrown where a failure is told keeps later exchanges from being kept', async () => {
  const { recorder } = setUp({
    store: failingAt(1),
    onError: () => {
      throw new Error('no more')
    },
  })
  for (const each of ['a', 'b']) pass(recorder, each)
  expect(await recorder.close()).toMatchObject({ exchanges: 1, dropped: 1 })
})

test('a recorder through which nothing has gone makes a recording', async () => {
  const store = createMemoryStore()
  await setUp({ store }).recorder.close()
  expect(await store.messages.list()).toEqual([])
})

test('a recorder says otherwise of itself than it has done', async () => {
  const store = createMemoryStore()
  let clock = 1_790_000_000_000
  const { recorder } = setUp({ store, now: () => clock })
  expect(recorder.status()).toEqual({
    recordingID: recorder.recordingID,
    exchanges: 0,
    dropped: 0,
    size: 0,
    maxSize: 2 ** 30,
    lastWrittenAt: null,
    lastError: null,
  })
  expect(recorder.recordingID).toMatch(/^20260921T\d{6}_[0-9a-f]{10}$/)
  clock += 5000
  pass(recorder, 'a')
  const { size, ...ended } = await recorder.close()
  expect(ended).toMatchObject({ exchanges: 1, dropped: 0, lastWrittenAt: clock, lastError: null })
  expect(size).toBeGreaterThan(long.length)
})

test('a recording that is being written is deleted, or a second recorder waits for the first', async () => {
  const folder = tempFolder()
  await using own = createJournalStore(folder)
  const { recorder } = setUp({ store: own })
  const { recorder: second } = setUp({ store: own })
  expect(second.recordingID).not.toBe(recorder.recordingID)
  for (const each of [recorder, second]) pass(each, 'a')
  while (recorder.status().exchanges + second.status().exchanges < 2)
    await new Promise((resolve) => setImmediate(resolve))
  await using other = createJournalStore(folder)
  await expect(other.messages.remove(recorder.recordingID)).rejects.toMatchObject({ code: 'locked' })
  await recorder.close()
  await second.close()
  for (const { recordingID } of [recorder, second])
    expect((await readRecording(other, recordingID))!.exchanges).toHaveLength(1)
})
