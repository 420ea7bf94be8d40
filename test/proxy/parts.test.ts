import { type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import zlib from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decodedText, decodingTap } from '../../src/proxy/content-coding.ts'
import { answerHeaders, forwardedHeaders, valuesOf } from '../../src/proxy/forwarded-headers.ts'
import { answerError, ProxyError, proxyErrors, type ProxyErrorCode } from '../../src/proxy/proxy-error.ts'
import { type ProxyOptions, resolveProxyOptions } from '../../src/proxy/proxy-options.ts'
import { BodyPool } from '../../src/proxy/body-pool.ts'
import { readBody, readHead } from '../../src/proxy/read-body.ts'
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
    ['/openai/ab/x', [], 'openai.test/ab/x'],
    ['/openai/dashboard', [], 'openai.test/dashboard'],
    ['/v1/chat/completions', [], 'openai.test/v1/chat/completions'],
    ['/local/chat', [], '127.0.0.1:11434/base/v1/chat'],
    ['/local', [], '127.0.0.1:11434/base/v1'],
  ])('%s with headers %j leads elsewhere than to %s', (url, headers, to) => {
    const { target, path } = destinationOf(url, Object.fromEntries(headers.map((name) => [name, 'x'])), upstreams)
    expect(target.host + path).toBe(to)
  })

  it.each([
    ['/openai/v1/responses', '/api/openai/v1/responses'],
    ['/openai/v1', '/api/openai/v1'],
    ['/openai/v1?x', '/api/openai/v1?x'],
    ['/v1/chat/completions', '/api/openai/v1/chat/completions'],
    // The path of an upstream stands for the base of its clients, and for nothing else.
    ['/openai/v10/x', '/v10/x'],
    ['/openai/ab/v1', '/ab/v1'],
    ['/ab/v1', '/ab/v1'],
    ['/openai', '/'],
  ])('%s leads elsewhere than to %s where an upstream has a path of its own', (url, to) => {
    const own = new Map([...upstreams, ['openai', new URL('https://own.test/api/openai/v1/')] as const])
    expect(destinationOf(url, {}, own)).toMatchObject({ target: { host: 'own.test' }, path: to })
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
    const pool = new BodyPool()
    const tooLong = { code: 'request_too_large', message: 'the request is longer than 6 bytes' }
    expect((await readBody(incoming(['abc', 'def'], { 'content-length': '6' }), 6, pool)).toString()).toBe('abcdef')
    await expect(readBody(incoming([], { 'content-length': '7' }), 6, pool)).rejects.toMatchObject(tooLong)
    const longer = incoming(['abc', 'def', 'g', 'h'])
    await expect(readBody(longer, 6, pool)).rejects.toMatchObject(tooLong)
    expect(longer.destroyed).toBe(false)
  })

  it('of an error as long as allowed is no whole one, or what follows a longer one is gone', async () => {
    const isLong = ({ length }: Pick<Buffer, 'length'>): boolean => length > 6
    expect(await readHead(incoming(['abc', 'def']), isLong)).toEqual({ bytes: Buffer.from('abcdef'), whole: true })
    const longer = incoming(['abc', 'def', 'g', 'h'])
    expect(await readHead(longer, isLong)).toEqual({ bytes: Buffer.from('abcdefg'), whole: false })
    expect(String(await longer.toArray())).toBe('h')
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('abc')
        throw new Error('gone')
      })(),
    ) as unknown as IncomingMessage
    expect(await readHead(broken, isLong)).toEqual({ bytes: Buffer.from('abc'), whole: false })
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
    [{ timeout: 2_147_483_647, grace: 2_147_483_647 }, null],
    [{ timeout: 2_147_483_648 }, /timeout.*to 2147483647/],
    [{ grace: 2_147_483_648 }, /grace.*to 2147483647/],
    [{ onEvent: 1 as never }, /onEvent.*a function/],
    [{ recorder: 1 as never }, /recorder.*a recorder/],
    [{ upstreams: 'x' as never }, /upstreams.*base URLs/],
    [{ origins: 1 as never }, /origins.*a list of origins/],
    [{ upstreams: { local: 'http://h:1/v1' } }, null],
    [{ upstreams: { local: 'ftp://h' } }, /upstream of local\. It takes an http or https URL/],
    [{ upstreams: { local: 'http://u@h' } }, /upstream of local/],
    [{ upstreams: { local: 'http://:p@h' } }, /upstream of local/],
    [{ origins: ['http://localhost:3000'] }, null],
    [{ origins: ['http://localhost:3000', 'x'] }, /Invalid origin\. It takes scheme/],
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
