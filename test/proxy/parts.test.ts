import { type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import zlib from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createMemoryStore } from '../../src/index.ts'
import { decodedText, decodingTap } from '../../src/proxy/content-coding.ts'
import { answerHeaders, forwardedHeaders, valuesOf } from '../../src/proxy/forwarded-headers.ts'
import { answerError, ProxyError, proxyErrors, type ProxyErrorCode } from '../../src/proxy/proxy-error.ts'
import { type ProxyOptions, resolveProxyOptions } from '../../src/proxy/proxy-options.ts'
import { readBody, readHead } from '../../src/proxy/read-body.ts'
import { createRecorder, type RecorderOptions } from '../../src/proxy/recording/create-recorder.ts'
import { foldBody, unfold } from '../../src/proxy/recording/fold-body.ts'
import { readRecording } from '../../src/proxy/recording/read-recording.ts'
import { asRecorded, type RecordedExchange } from '../../src/proxy/recording/recorded.ts'
import { replayRequest } from '../../src/proxy/recording/replay.ts'
import { toHar } from '../../src/proxy/recording/to-har.ts'
import { baseURLOf, destinationOf } from '../../src/proxy/routes.ts'

describe('a header', () => {
  it('of one connection travels on, or another does not', () => {
    const hops = 'Connection Keep-Alive Proxy-Authenticate Proxy-Authorization Proxy-Connection TE Trailer'.split(' ')
    const raw = [...hops, 'Transfer-Encoding', 'Upgrade'].flatMap((name) => [
      name,
      name === 'Connection' ? 'X-A , x-b' : 'v',
    ])
    const own = ['X-a', '1', 'X-B', '2', 'X-C', '3', 'x-c', '4', 'Host', 'h']
    expect(forwardedHeaders([...raw, ...own], ['host'])).toEqual(['X-C', '3', 'x-c', '4'])
    expect(forwardedHeaders(own)).toEqual(own)
    expect(valuesOf(own, 'x-c')).toEqual(['3', '4'])
  })

  it('that lets web pages in reaches one that may not', () => {
    const raw = ['Access-Control-Allow-Origin', '*', 'X-Access-Control-', '1', 'Connection', 'close']
    expect(answerHeaders(raw, true)).toEqual(raw.slice(0, 4))
    expect(answerHeaders(raw, false)).toEqual(['X-Access-Control-', '1'])
  })
})

describe('a path', () => {
  const upstreams = new Map(
    Object.entries({
      anthropic: 'https://anthropic.test',
      gemini: 'https://gemini.test/',
      openai: 'https://openai.test/v1',
      local: 'http://127.0.0.1:11434/base/v1/',
    }).map(([name, url]) => [name, new URL(url)]),
  )
  it.each<readonly [url: string, headers: readonly string[], to: string]>([
    ['/anthropic/v1/messages?a=/b', [], 'anthropic.test/v1/messages?a=/b'],
    ['/anthropic', [], 'anthropic.test/'],
    ['/anthropic?x', [], 'anthropic.test/?x'],
    ['/anthropics/v1', [], 'openai.test/anthropics/v1'],
    ['/v1/messages', [], 'anthropic.test/v1/messages'],
    ['/v1/messages/count_tokens', [], 'anthropic.test/v1/messages/count_tokens'],
    ['/v1/complete', [], 'anthropic.test/v1/complete'],
    ['/v1/messagess', [], 'openai.test/v1/messagess'],
    ['/x/v1/messages', [], 'openai.test/x/v1/messages'],
    ['/v1/models', ['anthropic-version'], 'anthropic.test/v1/models'],
    ['/v1/models', ['x-api-key'], 'anthropic.test/v1/models'],
    ['/v1/models', ['x-goog-api-key'], 'gemini.test/v1/models'],
    ['/v1alpha/x', [], 'gemini.test/v1alpha/x'],
    ['/v1beta/x', [], 'gemini.test/v1beta/x'],
    ['/v1beta1/x', [], 'gemini.test/v1beta1/x'],
    ['/upload/x', [], 'gemini.test/upload/x'],
    ['/uploads/x', [], 'openai.test/uploads/x'],
    ['/gemini/v1beta/x', [], 'gemini.test/v1beta/x'],
    ['/x/v1beta/y', [], 'openai.test/x/v1beta/y'],
    ['/x/anthropic/y', [], 'openai.test/x/anthropic/y'],
    ['/openai/v1/responses', [], 'openai.test/v1/responses'],
    ['/openai/v1', [], 'openai.test/v1'],
    ['/openai/v1?x', [], 'openai.test/v1?x'],
    ['/openai/v10/x', [], 'openai.test/v10/x'],
    ['/openai/dashboard', [], 'openai.test/dashboard'],
    ['/v1/chat/completions', [], 'openai.test/v1/chat/completions'],
    ['/local/chat', [], '127.0.0.1:11434/base/v1/chat'],
    ['/local', [], '127.0.0.1:11434/base/v1'],
  ])('%s with headers %j leads elsewhere than to %s', (url, headers, to) => {
    const { target, path } = destinationOf(url, Object.fromEntries(headers.map((name) => [name, 'x'])), upstreams)
    expect(target.host + path).toBe(to)
  })

  it('that clients are given leads elsewhere', () => {
    const names = ['anthropic', 'gemini', 'openai', 'local']
    expect(names.map((name) => baseURLOf(name, 'http://h'))).toEqual([
      'http://h/anthropic',
      'http://h/gemini',
      'http://h/openai/v1',
      'http://h/local',
    ])
  })
})

describe('a coded body', () => {
  const later = (work: () => unknown): Promise<void> =>
    new Promise((resolve) => setImmediate(() => resolve(void work())))
  const text = 'What was said. '.repeat(50)
  const coders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
    gzip: zlib.gzipSync,
    'x-gzip': zlib.gzipSync,
    deflate: zlib.deflateSync,
    br: zlib.brotliCompressSync,
    ...('zstdCompressSync' in zlib && { zstd: zlib.zstdCompressSync }),
    identity: (bytes) => bytes,
  }

  it.each(Object.keys(coders))('of %s is not read, read beyond its bounds, or heard in part', async (coding) => {
    const bytes = coders[coding]!(Buffer.from(text))
    expect(decodedText(bytes, coding, text.length)).toBe(text)
    const isPlain = coding === 'identity'
    expect(decodedText(bytes, ` ${coding.toUpperCase()} `, text.length)).toBe(isPlain ? null : text)
    expect(decodedText(bytes, coding, text.length - 1)).toBe(isPlain ? text : null)
    const heard: string[] = []
    const tap = decodingTap(
      { push: (chunk) => void heard.push(Buffer.from(chunk).toString()), end: () => later(() => heard.push('END')) },
      isPlain ? coding : ` ${coding.toUpperCase()}`,
    )
    for (const part of [bytes.subarray(0, 9), bytes.subarray(9)]) tap.push(part)
    await tap.end()
    expect(heard.join('')).toBe(`${text}END`)
  })

  it('that cannot be read is heard, or ends the call', async () => {
    expect(decodedText(Buffer.from('x'), 'unknown', 9)).toBeNull()
    expect(decodedText(Buffer.from('x'), 'gzip', 9)).toBeNull()
    expect(decodedText(Buffer.from('ä'), undefined, 0)).toBe('ä')
    for (const coding of ['unknown', 'constructor', 'gzip']) {
      const heard: string[] = []
      const end = (): Promise<void> => later(() => heard.push('END'))
      const tap = decodingTap({ push: () => void heard.push('x'), end }, coding)
      tap.push(Buffer.from('no such coding'))
      await tap.end()
      expect(heard).toEqual(['END'])
    }
  })
})

describe('a body', () => {
  const incoming = (chunks: readonly string[], headers: Readonly<Record<string, string>> = {}): IncomingMessage =>
    Object.assign(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), { headers }) as unknown as IncomingMessage

  it('as long as allowed is refused, or a longer one is not', async () => {
    const tooLong = { code: 'request_too_large', message: 'the request is longer than 6 bytes' }
    expect((await readBody(incoming(['abc', 'def'], { 'content-length': '6' }), 6)).toString()).toBe('abcdef')
    await expect(readBody(incoming([], { 'content-length': '7' }), 6)).rejects.toMatchObject(tooLong)
    const longer = incoming(['abc', 'def', 'g', 'h'])
    await expect(readBody(longer, 6)).rejects.toMatchObject(tooLong)
    expect(longer.destroyed).toBe(false)
  })

  it('of an error as long as allowed is no whole one, or what follows a longer one is gone', async () => {
    expect(await readHead(incoming(['abc', 'def']), 6)).toEqual({ bytes: Buffer.from('abcdef'), whole: true })
    const longer = incoming(['abc', 'def', 'g', 'h'])
    expect(await readHead(longer, 6)).toEqual({ bytes: Buffer.from('abcdefg'), whole: false })
    expect(String(await longer.toArray())).toBe('h')
  })
})

describe('an answer of its own', () => {
  it.each(Object.entries(proxyErrors))('for %s has another status than %i', (code, status) => {
    const error = new ProxyError(code as ProxyErrorCode, 'why', 'cause')
    expect([error.status, error.name, error.cause]).toEqual([status, 'ProxyError', 'cause'])
    expect(JSON.parse(error.body)).toEqual({
      type: 'error',
      error: { type: code, code, message: 'session-recovery proxy: why' },
    })
  })

  it('is added to an answer that has begun, or leaves the rest of the request to be read', async () => {
    const seen: (readonly unknown[])[] = []
    const response = (headersSent: boolean, destroyed: boolean): ServerResponse =>
      ({
        headersSent,
        destroyed,
        destroy: () => seen.push(['destroy']),
        writeHead: (...head: unknown[]) => seen.push(head),
        end: (body: string) => seen.push([body]),
      }) as unknown as ServerResponse
    const error = new ProxyError('upstream_timeout', 'ä')
    for (const [sent, gone] of [
      [true, false],
      [false, true],
      [false, false],
    ] as const)
      answerError(response(sent, gone), error)
    const head = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(error.body),
      connection: 'close',
    }
    expect(seen).toEqual([['destroy'], ['destroy'], [504, head], [error.body]])
  })
})

describe('an option', () => {
  it('has another default', () => {
    const { upstreams, onEvent, ...rest } = resolveProxyOptions({})
    expect(Object.fromEntries([...upstreams].map(([name, url]) => [name, url.href]))).toEqual({
      anthropic: 'https://api.anthropic.com/',
      gemini: 'https://generativelanguage.googleapis.com/',
      openai: 'https://api.openai.com/v1',
    })
    expect(rest).toMatchObject({
      host: '127.0.0.1',
      port: 0,
      origins: new Set(),
      maxObjects: 200_000,
      maxBody: 67_108_864,
      timeout: 600_000,
      grace: 10_000,
      recorder: undefined,
      recovery: {},
    })
    expect(onEvent({} as never)).toBeUndefined()
  })

  it.each<readonly [ProxyOptions, RegExp | null]>([
    [{ host: '::1' }, null],
    [{ host: 'localhost' }, null],
    [{ host: '127.0.0.2' }, /host.*a loopback address: 127\.0\.0\.1, ::1, localhost/],
    [{ port: 65_535 }, null],
    [{ port: 65_536 }, /port/],
    [{ port: -1 }, /port/],
    [{ maxBody: 0, maxObjects: 0, timeout: 0, grace: 0 }, null],
    [{ grace: 0.5 }, /grace/],
    [{ onEvent: 1 as never }, /onEvent.*a function/],
    [{ recorder: 1 as never }, /recorder.*a recorder/],
    [{ upstreams: 'x' as never }, /upstreams.*base URLs/],
    [{ origins: 1 as never }, /origins.*a list of origins/],
    [{ upstreams: { local: 'http://h:1/v1' } }, null],
    [{ upstreams: { local: 'ftp://h' } }, /upstream of local\. It takes an http or https URL/],
    [{ upstreams: { local: 'http://u@h' } }, /upstream of local/],
    [{ upstreams: { local: 'http://:p@h' } }, /upstream of local/],
    [{ origins: ['http://localhost:3000'] }, null],
    [{ origins: ['http://localhost:3000', 'x'] }, /origin x\. It takes scheme/],
  ])('%j is taken or refused otherwise', (options, refusal) => {
    let message = 'taken'
    try {
      resolveProxyOptions(options)
    } catch (cause) {
      message = String(cause)
    }
    expect(message).toMatch(refusal ?? /^taken$/)
  })
})

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
    const response = { ...entry.response, bodySize: -1, content: { ...entry.response.content, size: 0 } }
    expect(poor).toEqual({ log: { ...log, entries: [{ ...plain, request: { ...request, bodySize: 0 }, response }] } })
  })
})
