import { describe, expect, it } from 'vitest'
import { createMemoryStore } from '../../src/index.ts'
import { createRecorder, type RecorderOptions } from '../../src/proxy/recording/create-recorder.ts'
import { foldBody, unfold } from '../../src/proxy/recording/fold-body.ts'
import { readRecording } from '../../src/proxy/recording/read-recording.ts'
import { asRecorded, type RecordedExchange } from '../../src/proxy/recording/recorded.ts'
import { replayRequest } from '../../src/proxy/recording/replay.ts'
import { toHar } from '../../src/proxy/recording/to-har.ts'

describe('a recorded body', () => {
  const item = (length: number): unknown => 'x'.repeat(length - 2)
  it('is folded where its reference is longer, or not where it comes again', () => {
    const fields = ['messages', 'input', 'contents', 'tools', 'system']
    for (const field of fields) {
      const { body, values } = foldBody(JSON.stringify({ [field]: [item(199), item(200)], other: item(300) }), 9_000)
      expect(values).toMatchObject([{ kind: 'value', value: item(200) }])
      const reference = { $digest: values[0]!.digest }
      expect(body).toMatchObject({ json: { [field]: [item(199), reference], other: item(300) } })
    }
    const { body, values } = foldBody(JSON.stringify({ system: item(200) }), 9_000)
    const json = 'json' in body ? body.json : null
    expect(json).toEqual({ system: { $digest: values[0]!.digest } })
    expect(unfold({ deep: [json] }, new Map([[values[0]!.digest, 1]]))).toEqual({ deep: [{ system: 1 }] })
    const other = { $digest: values[0]!.digest, more: 1 }
    expect(unfold([json, other, { $digest: 7 }], new Map())).toEqual([json, other, { $digest: 7 }])
  })

  it('that is cut is taken for a whole one, or one that is none for JSON', () => {
    const secret = '{"password":"swordfish-123"}'
    expect(foldBody(secret, secret.length).body).toEqual({ json: { password: '[masked]' }, bytes: secret.length })
    expect(foldBody(secret, secret.length - 1)).toEqual({
      body: { text: '{"password":"[masked]"', bytes: secret.length, truncated: true },
      values: [],
    })
    expect(foldBody('dätä', 4).body).toEqual({ text: 'dätä', bytes: 6, truncated: false })
    expect(foldBody('[1]', 9).body).toEqual({ json: [1], bytes: 3 })
  })

  it('of somebody else is taken for one of ours, or ends all reading', () => {
    const whole = { kind: 'exchange', id: 'x', at: 1, method: 'GET', url: 'u', status: 0 }
    const rows = [whole, { kind: 'value', digest: 'd' }, { kind: 'dropped', exchanges: 1 }]
    expect(rows.map(asRecorded)).toEqual(rows)
    const wrong = Object.keys(whole).map((field) => ({ ...whole, [field]: null }))
    const others = [null, 7, [], {}, { kind: 'value' }, { kind: 'dropped', exchanges: '1' }, { kind: 'toString' }]
    expect([...wrong, ...others].map(asRecorded)).toEqual([...wrong, ...others].map(() => null))
  })

  it('is counted in no place, or counts as an exchange, beside ours', async () => {
    const store = createMemoryStore()
    const exchange = { kind: 'exchange', id: 'x', at: 1, method: 'GET', url: 'u', status: 0 }
    const body = { json: { messages: [{ $digest: 'd' }] }, bytes: 2 }
    const records = [
      { kind: 'foreign' },
      { kind: 'dropped', exchanges: 2 },
      { ...exchange, request: body, repaired: null, response: null },
      { kind: 'value', digest: 'd', value: 'kept' },
      { kind: 'dropped', exchanges: 3 },
      { kind: 'exchange' },
    ]
    await store.messages.append(
      'r',
      records.map((raw) => ({ raw })),
    )
    const whole = { json: { messages: ['kept'] }, bytes: 2 }
    expect(await readRecording(store, 'r')).toEqual({
      recordingID: 'r',
      dropped: 5,
      unreadable: 2,
      exchanges: [{ ...exchange, request: whole, repaired: null, response: null }],
    })
    expect(await readRecording(store, 'none')).toBeNull()
  })
})

describe('a recorder', () => {
  const answered = ['Content-Type', 'text/plain', 'X-Secret', 'no', 'Retry-After', '7']

  const recordedBy = async (
    options: Partial<RecorderOptions>,
    tell: (recorder: ReturnType<typeof createRecorder>) => void,
  ): Promise<readonly RecordedExchange[]> => {
    const store = createMemoryStore()
    const recorder = createRecorder({ store, now: () => 1_000, ...options })
    tell(recorder)
    await recorder.close()
    const { recordingID, exchanges } = (await readRecording(store, recorder.recordingID))!
    expect(recordingID).toBe(recorder.recordingID)
    return exchanges
  }

  it('keeps a header that tells who spoke, or loses one that tells what', async () => {
    const kept = [
      'content-type',
      'content-encoding',
      'content-length',
      'user-agent',
      'anthropic-version',
      'anthropic-beta',
      'openai-beta',
      'openai-version',
      'openai-processing-ms',
      'request-id',
      'x-request-id',
      'retry-after',
      'date',
      'server',
    ]
    const left = ['authorization', 'x-api-key', 'cookie', 'set-cookie', 'x-date', 'dates', 'openai-organization']
    const raw = [...kept, ...left].flatMap((name) => [name.toUpperCase(), name])
    const [exchange] = await recordedBy({}, (recorder) => recorder.begin('GET', 'http://h/?key=x', raw).end())
    expect(Object.keys(exchange!.requestHeaders)).toEqual(kept)
    expect(exchange).toMatchObject({ id: 'x1', at: 1_000, method: 'GET', url: 'http://h/', status: 0, response: null })
    expect(exchange).not.toHaveProperty('failure')
  })

  it('takes a refusal that was repaired for the answer, or one answer for two', async () => {
    const [exchange, ...others] = await recordedBy({}, (recorder) => {
      const told = recorder.begin('POST', 'http://h/', [])
      told.request('{"a":1}', 7)
      told.answer(400, answered)
      told.chunk(Buffer.from('refused'))
      told.repaired('{"a":2}')
      told.answer(200, answered)
      told.chunk(Buffer.from('well'))
      told.end('late')
      told.end('later')
    })
    expect(others).toEqual([])
    expect(exchange).toMatchObject({
      request: { json: { a: 1 }, bytes: 7 },
      repaired: { json: { a: 2 }, bytes: 7 },
      status: 200,
      responseHeaders: { 'content-type': 'text/plain', 'retry-after': '7' },
      response: { text: 'well', bytes: 4, truncated: false },
      failure: 'late',
    })
  })

  it('keeps what is too long or coded, or loses how long it was', async () => {
    const exchanges = await recordedBy({ maxBody: 10 }, (recorder) => {
      for (const [coding, chunks] of [
        ['identity', ['12345', '67890']],
        ['identity', ['12345', '67890', '1', '23']],
        ['gzip', ['12345', '67']],
      ] as const) {
        const told = recorder.begin('POST', 'http://h/', [])
        told.request(null, 77)
        told.answer(200, ['Content-Encoding', coding])
        for (const chunk of chunks) told.chunk(Buffer.from(chunk))
        told.end()
      }
    })
    expect(exchanges.map(({ id, request, response }) => [id, request, response])).toEqual([
      ['x1', { bytes: 77 }, { json: 1_234_567_890, bytes: 10 }],
      ['x2', { bytes: 77 }, { text: '1234567890', bytes: 13, truncated: true }],
      ['x3', { bytes: 77 }, { bytes: 7 }],
    ])
  })
})

describe('a replay, or a HAR,', () => {
  const exchange: RecordedExchange = {
    kind: 'exchange',
    id: 'x1',
    at: Date.UTC(2026, 10, 22),
    milliseconds: 12,
    method: 'POST',
    url: 'https://api.test/v1/messages',
    requestHeaders: {
      'content-type': 'a/b',
      'content-length': '1',
      'content-encoding': 'br',
      date: 'd',
      'user-agent': 'u',
    },
    request: { json: { was: 1 }, bytes: 9 },
    repaired: { text: 'is', bytes: 2, truncated: false },
    status: 200,
    responseHeaders: {},
    response: { bytes: 7 },
    failure: 'client_gone',
  }

  it('sends what was not sent', () => {
    const headers = { 'content-type': 'a/b', 'x-api-key': 'mine' }
    const sent = { id: 'x1', method: 'POST', url: 'https://api.test/v1/messages', headers, body: 'is' }
    expect(replayRequest(exchange, { headers: { 'x-api-key': 'mine' } })).toEqual(sent)
    expect(replayRequest({ ...exchange, repaired: { bytes: 3 } })).toBeNull()
  })

  it('says what was not so', () => {
    const har = toHar({ recordingID: 'r', dropped: 0, unreadable: 0, exchanges: [exchange] })
    const bare = { ...exchange, repaired: null, request: null, response: null, failure: undefined }
    const { failure: _, ...without } = bare
    const asked = { ...exchange, repaired: null }
    const unrepaired = toHar({ recordingID: 'r', dropped: 0, unreadable: 0, exchanges: [asked] })
    const poor = toHar({ recordingID: 'r', dropped: 0, unreadable: 0, exchanges: [without] })
    const entry = {
      startedDateTime: '2026-11-22T00:00:00.000Z',
      time: 12,
      request: {
        method: 'POST',
        url: 'https://api.test/v1/messages',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: Object.entries(exchange.requestHeaders).map(([name, value]) => ({ name, value })),
        queryString: [],
        headersSize: -1,
        bodySize: 2,
        postData: { mimeType: 'a/b', text: 'is' },
      },
      response: {
        status: 200,
        statusText: '',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: [],
        redirectURL: '',
        headersSize: -1,
        bodySize: 7,
        content: { size: 7, mimeType: 'application/octet-stream', text: '' },
      },
      cache: {},
      timings: { send: 0, wait: 12, receive: 0 },
      _original: '{"was":1}',
      _failure: 'client_gone',
    }
    const log = {
      version: '1.2',
      creator: { name: 'session-recovery', version: expect.any(String) as string },
      pages: [],
    }
    expect(har).toEqual({ log: { ...log, entries: [entry] } })
    const { _original, _failure, ...plain } = entry
    const { postData: _sent, ...request } = entry.request
    const given = { ...request, bodySize: 9, postData: { mimeType: 'a/b', text: '{"was":1}' } }
    expect(unrepaired).toEqual({ log: { ...log, entries: [{ ...plain, _failure: 'client_gone', request: given }] } })
    const response = { ...entry.response, bodySize: -1, content: { ...entry.response.content, size: 0 } }
    expect(poor).toEqual({ log: { ...log, entries: [{ ...plain, request: { ...request, bodySize: 0 }, response }] } })
  })
})
