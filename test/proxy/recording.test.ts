import Anthropic from '@anthropic-ai/sdk'
import { Ajv, type ValidateFunction } from 'ajv'
import draft6 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' }
import schemas from 'har-schema'
import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createMemoryStore } from '../../src/index.ts'
import { createJournalStore, recoverJournal } from '../../src/journal.ts'
import { createRecorder } from '../../src/proxy/recording/create-recorder.ts'
import { bodyText, findExchanges, readRecording } from '../../src/proxy/recording/read-recording.ts'
import { replayRequest } from '../../src/proxy/recording/replay.ts'
import { toHar } from '../../src/proxy/recording/to-har.ts'
import { createAnthropicEmulator } from '../../src/testing.ts'
import { interrupted, proxyTo, request } from './proxy-setup.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'session-recovery-recording-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function filesOf(path: string): Promise<string> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return (await Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8')))).join('\n')
}

/** Ten turns of one conversation through the proxy, the first one broken, and one refusal. */
async function recorded(): Promise<string> {
  const emulator = createAnthropicEmulator()
  const upstream = await emulator.listen()
  onTestFinished(() => upstream.close())
  const store = createJournalStore(folder)
  const recorder = createRecorder({ store })
  const proxy = await proxyTo(upstream.url, { recorder })
  const anthropic = new Anthropic({
    apiKey: 'sk-ant-api03-very-secret-key',
    baseURL: `${proxy.url}/anthropic`,
    maxRetries: 0,
  })
  await anthropic.messages.create({ ...request, messages: interrupted })
  const long = 'A long prompt that is sent with every turn. '.repeat(200)
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: long }]
  for (let turn = 0; turn < 9; turn += 1) {
    emulator.respondWith({ text: `Answer ${turn}` })
    const answer = await anthropic.messages.create({ ...request, messages })
    messages.push(
      { role: 'assistant', content: answer.content as Anthropic.ContentBlockParam[] },
      { role: 'user', content: `Go on ${turn}` },
    )
  }
  await fetch(`${proxy.url}/anthropic/v1/messages?key=sk-ant-api03-query-secret`, {
    method: 'POST',
    headers: { 'x-api-key': 'sk-ant-api03-very-secret-key', 'content-type': 'application/json' },
    body: JSON.stringify({ ...request, messages: 'password=swordfish-123' }),
  })
  await proxy.close()
  await store.close()
  return recorder.recordingID
}

/** The schema of HAR 1.2 that other tools validate with. */
function harValidator(): ValidateFunction {
  const ajv = new Ajv({ strict: false, formats: { 'date-time': isDate, uri: URL.canParse } })
  ajv.addMetaSchema(draft6)
  for (const schema of Object.values(schemas)) ajv.addSchema(schema)
  return ajv.getSchema('har.json#')!
}

const isDate = (text: string): boolean => !Number.isNaN(Date.parse(text))

describe('a recording', () => {
  it('misses an exchange, repeats a conversation, or holds a key', async () => {
    const id = await recorded()
    const text = await filesOf(folder)
    expect(text).not.toMatch(/very-secret|query-secret|swordfish/)
    expect(text.split('A long prompt').length - 1).toBe(200)
    const store = createJournalStore(folder)
    onTestFinished(() => store.close())
    const recording = (await readRecording(store, id))!
    expect(recording).toMatchObject({ dropped: 0, unreadable: 0 })
    expect(recording.exchanges.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 200), 400])
    const [first, , third] = recording.exchanges
    expect(first!.repaired).not.toBeNull()
    expect(bodyText(first!.request)).not.toContain('tool_result')
    expect(bodyText(first!.repaired)).toContain('tool_result')
    expect(JSON.parse(bodyText(third!.request))).toMatchObject({
      messages: [{ content: expect.stringMatching(/^A long prompt/) as string }, {}, { content: 'Go on 0' }],
    })
    expect(bodyText(third!.response)).toContain('Answer 1')
    expect(findExchanges(recording, { status: 'error' }).items).toHaveLength(1)
    expect(findExchanges(recording, { text: 'ANSWER 3', limit: 2 })).toMatchObject({ total: 6, truncated: true })
    expect(findExchanges(recording, { limit: 5, offset: 8 })).toMatchObject({ total: 11, truncated: false })
  })

  it('is no HAR that others can read', async () => {
    const store = createJournalStore(folder)
    const id = await recorded()
    const recording = (await readRecording(store, id))!
    await store.close()
    const { log } = toHar(recording) as {
      log: { version: string; creator: object; entries: Record<string, Record<string, unknown>>[] }
    }
    expect(log).toMatchObject({ version: '1.2', creator: { name: 'session-recovery' } })
    expect(log.entries).toHaveLength(11)
    for (const entry of log.entries) {
      for (const field of ['startedDateTime', 'time', 'request', 'response', 'cache', 'timings'])
        expect(entry).toHaveProperty(field)
      expect(Date.parse(String(entry['startedDateTime']))).toBeGreaterThan(0)
      expect(entry['request']).toMatchObject({
        method: 'POST',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        queryString: [],
        headersSize: -1,
      })
      expect(entry['response']).toMatchObject({
        cookies: [],
        redirectURL: '',
        content: { mimeType: expect.any(String) as string },
      })
      expect(entry['timings']).toEqual({ send: 0, wait: entry['time'], receive: 0 })
    }
    const validate = harValidator()
    expect(validate({ log }) || validate.errors).toBe(true)
    // The schema does refuse: it is not that it says yes to everything.
    expect(validate({ log: { ...log, entries: [{ ...log.entries[0], request: {} }] } })).toBe(false)
  })

  it('cannot be recovered when its end is torn', async () => {
    const id = await recorded()
    const torn = '{"seq":99,"type":"messages_added","da'
    await appendFile(join(folder, id, 'records.ndjson'), torn)
    expect((await recoverJournal(folder)).recovered).toMatchObject([
      { sessionID: id, state: 'recovered', droppedTailBytes: torn.length },
    ])
    await recoverJournal(folder, { apply: true })
    expect((await recoverJournal(folder)).recovered).toMatchObject([{ state: 'clean' }])
    const store = createJournalStore(folder)
    expect((await readRecording(store, id))!.exchanges).toHaveLength(11)
    await store.close()
  })

  it('drops in silence what exceeds its cap, or fails the exchange with its store', async () => {
    const emulator = createAnthropicEmulator()
    const upstream = await emulator.listen()
    onTestFinished(() => upstream.close())
    const store = createMemoryStore()
    const recorder = createRecorder({ store, maxSize: 3000 })
    const proxy = await proxyTo(upstream.url, { recorder })
    const broken = createRecorder({
      store: { ...store, messages: { ...store.messages, append: () => Promise.reject(new Error('disk')) } },
      onError: (error) => errors.push(error),
    })
    const errors: unknown[] = []
    const other = await proxyTo(upstream.url, { recorder: broken })
    for (const { url } of [proxy, proxy, proxy, proxy, other]) {
      const anthropic = new Anthropic({ apiKey: 'k', baseURL: `${url}/anthropic`, maxRetries: 0 })
      await anthropic.messages.create({ ...request, messages: [{ role: 'user', content: 'Hi' }] })
    }
    await recorder.close()
    await broken.close()
    const recording = (await readRecording(store, recorder.recordingID))!
    expect(recording.dropped).toBeGreaterThan(0)
    expect(recording.exchanges.length + recording.dropped).toBe(4)
    // The exchange, and then the record that would have told of it.
    expect(errors).toHaveLength(2)
  })

  it('is replayed where nobody asked for, with former lengths, or without what was not kept', async () => {
    const exchange = {
      kind: 'exchange' as const,
      id: 'x1',
      at: 1,
      milliseconds: 1,
      method: 'POST',
      url: 'https://api.anthropic.com/v1/messages',
      requestHeaders: { 'content-type': 'application/json', 'content-length': '9', 'anthropic-version': '2023-06-01' },
      request: { json: { model: 'm' }, bytes: 9 },
      repaired: null,
      status: 200,
      responseHeaders: {},
      response: null,
    }
    expect(replayRequest(exchange, { upstream: 'http://127.0.0.1:1/base/', headers: { 'x-api-key': 'mine' } })).toEqual(
      {
        id: 'x1',
        method: 'POST',
        url: 'http://127.0.0.1:1/base/v1/messages',
        headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01', 'x-api-key': 'mine' },
        body: '{"model":"m"}',
      },
    )
    expect(replayRequest({ ...exchange, request: { bytes: 9 } })).toBeNull()
    expect(replayRequest({ ...exchange, method: 'GET', request: null })).toMatchObject({ body: '' })
  })
})
