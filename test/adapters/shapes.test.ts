import { describe, expect, test } from 'vitest'
import { answerOf } from '../../src/adapters/ai-sdk/answer-of.ts'
import { encodeBytes } from '../../src/adapters/ai-sdk/encode-bytes.ts'
import { openStream } from '../../src/adapters/ai-sdk/open-stream.ts'
import { thinkingOf, withThinking } from '../../src/adapters/ai-sdk/thinking-of.ts'
import { parse, readInvokeBody, writeInvokeBody } from '../../src/adapters/bedrock/invoke-body.ts'
import { makerOfContext } from '../../src/adapters/bedrock/maker-of-context.ts'
import { fromWire, toWire } from '../../src/adapters/bedrock/wire-messages.ts'
import { readFetch } from '../../src/adapters/fetch/read-fetch.ts'
import { demandedTools } from '../../src/adapters/mastra/step-settings.ts'
import { HeardEvents, type StreamEvent } from '../../src/adapters/openai-agents/heard-events.ts'
import { fromResponses, toResponses } from '../../src/adapters/openai-agents/protocol-items.ts'
import { repairItems } from '../../src/adapters/openai-agents/repair-items.ts'
import { withMethod } from '../../src/adapters/shared/with-method.ts'
import { accountOfKey } from '../../src/adapters/wire/account-of.ts'
import { tapResponse } from '../../src/adapters/wire/tap-response.ts'
import { sessionRecovery as anthropic } from '../../src/anthropic.ts'
import { repairCount } from '../../src/adapters/bedrock/repair-count.ts'
import { sessionRecovery as mastra } from '../../src/mastra.ts'
import type { RecoveryReport } from '../../src/recovery/recovery-report.ts'
import { resolveAdapterOptions } from '../../src/recovery/resolve-call-options.ts'

const bytes = new Uint8Array([1, 2, 3])
const base64 = Buffer.from(bytes).toString('base64')

describe('the AI SDK', () => {
  const metadata = { anthropic: { signature: 's' } }
  const call = { type: 'tool-call', toolCallId: 't', toolName: 'n' }
  const result = { type: 'tool-result', toolCallId: 't', toolName: 'n' }
  test.each<[content: object, part: object | null]>([
    [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'a' },
    ],
    [
      { type: 'reasoning', text: 'a', providerMetadata: metadata },
      { type: 'reasoning', text: 'a', providerOptions: metadata },
    ],
    [
      { ...call, input: '{"a":1}' },
      { ...call, input: { a: 1 } },
    ],
    [
      { ...call, input: 'plain', providerExecuted: true },
      { ...call, input: 'plain', providerExecuted: true },
    ],
    [
      { ...result, result: 1 },
      { ...result, output: { type: 'json', value: 1 } },
    ],
    [
      { ...result, result: 1, isError: true, providerMetadata: metadata },
      { ...result, output: { type: 'error-json', value: 1 }, providerOptions: metadata },
    ],
    [{ type: 'source', url: 'x' }, null],
  ])('%j comes back with the next prompt as something else', (content, part) => {
    expect(answerOf([content as never])).toStrictEqual(part === null ? [] : [{ role: 'assistant', content: [part] }])
  })

  test('bytes stay a million fields, or what holds none is copied (I6)', () => {
    const address = new URL('https://a.test')
    for (const plain of [null, 1, 'a', address, {}, [], { a: [{ b: address }] }]) expect(encodeBytes(plain)).toBe(plain)
    const other = { c: 1 }
    const given = { a: [bytes, { b: bytes.subarray(1) }], other }
    const encoded = encodeBytes(given)
    expect(encoded).toEqual({ a: [base64, { b: Buffer.from([2, 3]).toString('base64') }], other })
    expect([encoded.other, given.a[0]]).toEqual([other, bytes])
    expect(encoded.other).toBe(other)
  })

  test('how it thinks is read where it is not told, or told beside what it was told', () => {
    const thinking = { type: 'enabled' }
    const told = { anthropic: { thinking, effort: 'high' }, openai: {} }
    expect(thinkingOf(told)).toBe(thinking)
    for (const other of [undefined, 1, {}, { anthropic: 1 }, { anthropic: { thinking: true } }])
      expect(thinkingOf(other)).toBeUndefined()
    expect([withThinking(told, thinking), withThinking(told, undefined)]).toEqual([told, told])
    expect(withThinking(told, thinking)).toBe(told)
    const off = { type: 'disabled' }
    expect(withThinking(told, off)).toEqual({ anthropic: { thinking: off, effort: 'high' }, openai: {} })
    expect(withThinking(undefined, off)).toEqual({ anthropic: { thinking: off } })
    expect(withThinking({ anthropic: 1 }, off)).toEqual({ anthropic: { thinking: off } })
  })

  const text = [
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', delta: 'a' },
    { type: 'text-delta', id: '1', delta: 'b' },
  ]
  const thought = [
    { type: 'reasoning-start', id: '1' },
    { type: 'reasoning-delta', id: '1', delta: 'c' },
    { type: 'reasoning-end', id: '1', providerMetadata: metadata },
  ]
  const head = [{ type: 'stream-start' }, { type: 'response-metadata' }, { type: 'raw' }]
  const finish = { type: 'finish' }
  const failure = { type: 'error', error: 'refused' }
  test.each<[parts: object[], error: unknown, ends: unknown[], partCount: number]>([
    [[...head, ...text, finish], undefined, [[[{ type: 'text', text: 'ab' }], true]], 6],
    [
      [...thought, { type: 'tool-call' }, { type: 'tool-result' }, finish],
      undefined,
      [
        [
          [
            { type: 'reasoning', text: 'c', providerMetadata: metadata },
            { type: 'tool-call' },
            { type: 'tool-result' },
          ],
          true,
        ],
      ],
      5,
    ],
    [
      [...text, { type: 'text-end', id: '1' }, { type: 'text-delta', id: '2', delta: 'x' }],
      undefined,
      [[[{ type: 'text', text: 'ab' }], false]],
      5,
    ],
    [[...head, failure, finish], 'refused', [[[], true]], 0],
    [[failure], 'refused', [], 0],
    [[...text, failure], undefined, [[[{ type: 'text', text: 'ab' }], false]], 4],
    [head, undefined, [[[], false]], 3],
    [[], undefined, [[[], false]], 0],
  ])(
    'row %$: a stream is opened too far, or its end is told twice or as another one',
    async (parts, error, ends, partCount) => {
      const source = new ReadableStream<never>({
        start(controller) {
          for (const part of parts) controller.enqueue(part as never)
          controller.close()
        },
      })
      const told: unknown[] = []
      const counts: number[] = []
      const opened = await openStream(source, {
        onPart: (count) => void counts.push(count),
        onEnd: async (content, isWhole) => void told.push([structuredClone(content), isWhole]),
      })
      expect([opened.error, told]).toEqual([error, []])
      const passed: unknown[] = []
      for await (const part of opened.stream) passed.push(part)
      expect(passed).toEqual(parts)
      expect(told).toEqual(ends)
      expect(counts).toEqual(Array.from({ length: partCount }, (_, index) => index + 1))
    },
  )

  test('a stream that breaks, or that its caller leaves, is not told of', async () => {
    const cut = new Error('reset')
    for (const isLeft of [true, false]) {
      const told: unknown[] = []
      const cancelled: unknown[] = []
      let sent = 0
      const source = new ReadableStream<never>({
        pull: (controller) =>
          ((sent += 1) === 1
            ? controller.enqueue({ type: 'tool-call' } as never)
            : isLeft || controller.error(cut)) as void,
        cancel: (reason) => void cancelled.push(reason),
      })
      const { stream } = await openStream(source, { onPart: () => {}, onEnd: async (...end) => void told.push(end) })
      const reader = stream.getReader()
      await reader.read()
      const last = isLeft ? reader.cancel('enough') : reader.read()
      expect(
        await last.then(
          () => null,
          (error: unknown) => error,
        ),
      ).toBe(isLeft ? null : cut)
      expect([told, cancelled]).toEqual([[[[{ type: 'tool-call' }], false]], isLeft ? ['enough'] : []])
    }
  })
})

describe('Bedrock', () => {
  const own = { anthropic_version: 'v', messages: [] }
  test.each<[payload: unknown, modelID: unknown, body: object | null]>([
    [JSON.stringify(own), 'm', { ...own, model: 'm' }],
    [Buffer.from(JSON.stringify(own)), undefined, own],
    [JSON.stringify({ messages: [] }), 'm', null],
    [JSON.stringify({ ...own, messages: {} }), 'm', null],
    ['[]', 'm', null],
    ['{', 'm', null],
    [7, 'm', null],
  ])('row %$: the body of another vendor is read, or that of Anthropic is not', (payload, modelID, body) => {
    expect(readInvokeBody(payload, modelID)).toEqual(body)
  })

  test('a body goes back with its model, in another form, or without the betas that it had', () => {
    const body = { ...own, model: 'm' }
    expect(writeInvokeBody(body, [], '')).toBe(JSON.stringify(own))
    expect(writeInvokeBody(body, [], bytes)).toEqual(new TextEncoder().encode(JSON.stringify(own)))
    expect(parse(writeInvokeBody({ ...body, anthropic_beta: ['a', 'b'] }, ['b', 'c'], ''))).toEqual({
      ...own,
      anthropic_beta: ['a', 'b', 'c'],
    })
    expect(parse(writeInvokeBody({ ...body, anthropic_beta: 'a' }, ['b'], ''))).toEqual({
      ...own,
      anthropic_beta: ['b'],
    })
  })

  test('bytes of a message are lost on their way to the wire and back (I6)', () => {
    const plain = { role: 'user', content: [{ text: 'a' }, { bytes: 7 }] }
    const image = {
      role: 'user',
      content: [{ image: { source: { bytes } } }, { reasoningContent: { redactedContent: bytes } }, { text: 'AQID' }],
    }
    const wire = toWire([plain, image, 'text'])
    expect([wire[0], wire[2]]).toEqual([plain, 'text'])
    expect(wire[0]).toBe(plain)
    expect(wire[1]).toEqual({
      role: 'user',
      content: [
        { image: { source: { bytes: base64 } } },
        { reasoningContent: { redactedContent: base64 } },
        { text: 'AQID' },
      ],
    })
    expect(toWire([image])[0]).toBe(wire[1])
    expect(fromWire(wire)[1]).toBe(image)
    const [made] = fromWire(structuredClone([wire[1]]))
    expect(made).toEqual(image)
    expect(fromWire([plain])[0]).toBe(plain)
  })

  const url = new URL('https://bedrock.test/x')
  const asked = (identity: object): object => ({
    endpointV2: { url },
    __smithy_context: { selectedHttpAuthScheme: { identity } },
  })
  test.each<[context: object, modelId: unknown, told: object]>([
    [{}, 'm', { provider: 'bedrock', model: 'm' }],
    [{ endpointV2: { url: 'https://x' }, __smithy_context: { selectedHttpAuthScheme: 1 } }, 7, { provider: 'bedrock' }],
    [
      asked({ accountId: 'k', accessKeyId: 'other' }),
      'm',
      { provider: 'bedrock', endpoint: url.origin, account: accountOfKey('k'), model: 'm' },
    ],
    [
      asked({ accountId: '', accessKeyId: 'k' }),
      undefined,
      { provider: 'bedrock', endpoint: url.origin, account: accountOfKey('k') },
    ],
    [
      asked({ accessKeyId: 'ASIA1', token: 'k' }),
      undefined,
      { provider: 'bedrock', endpoint: url.origin, account: accountOfKey('k') },
    ],
    [asked({ token: 'bedrock-api-key-1' }), undefined, { provider: 'bedrock', endpoint: url.origin }],
  ])('row %$: who is asked is told otherwise', (context, modelId, told) => {
    expect(makerOfContext(context, modelId)).toStrictEqual(told)
  })
})

test('what is to be counted and cannot be read, or is healthy, is not the same afterwards (I1)', () => {
  const body = JSON.stringify({ anthropic_version: 'v', messages: [{ role: 'user', content: 'a' }] })
  const converse = { messages: [{ role: 'user', content: [{ text: 'a' }] }] }
  const inputs = [
    undefined,
    1,
    {},
    { converse: 1 },
    { converse: {} },
    { invokeModel: 1 },
    { invokeModel: { body: 1 } },
    { converse },
    { invokeModel: { body } },
  ]
  for (const input of inputs) {
    const given = { input, modelId: 'anthropic.claude-opus-4-6' }
    expect(repairCount(given, { allow: 'synthesised', mode: 'repair', onRepair: undefined })).toBe(given)
  }
})

test('a request to Anthropic that is no conversation in text is changed, or another endpoint is', async () => {
  const blank = {
    model: 'claude-opus-4-6',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: ' ' },
        ],
      },
    ],
  }
  const text = JSON.stringify(blank)
  const url = 'https://api.anthropic.com/v1/messages'
  const rows: readonly [request: object, body: unknown, isChanged: boolean][] = [
    [{ url, method: 'post', body: text }, undefined, true],
    [{ url, method: 'POST', body: text }, blank, true],
    [{ url, method: 'POST', body: new TextEncoder().encode(text) }, blank, false],
    [{ url, method: 'POST', body: '[]' }, undefined, false],
    [{ url, method: 'POST', body: '{' }, undefined, false],
    [{ url, method: 'GET', body: text }, blank, false],
    [{ url, body: text }, blank, false],
    [{ url: `${url}/count_tokens`, method: 'POST', body: text }, undefined, true],
    [{ url: 'https://api.anthropic.com/v1/complete', method: 'POST', body: text }, undefined, false],
  ]
  for (const [index, [request, body, isChanged]] of rows.entries()) {
    const sent: unknown[] = []
    const next = async (asked: unknown): Promise<Response> => (sent.push(asked), Response.json({ content: [] }))
    await anthropic()(request as never, next as never, { options: { body } } as never)
    expect([index, sent.length, sent[0] !== request]).toEqual([index, 1, isChanged])
  }
})

describe('a fetch', () => {
  const body = '{"a":"é"}'
  const compressed = new Uint8Array([0x1f, 0x8b, 0xff])
  test.each<[input: string | URL | Request, init: RequestInit | undefined, method: string, text: string | null]>([
    ['https://a.test/x', undefined, 'GET', null],
    [new URL('https://a.test/x'), { method: 'POST', body }, 'POST', body],
    ['/x', { method: 'POST', body: new Blob([body]) }, 'POST', body],
    ['https://a.test/x', { method: 'POST', body: new TextEncoder().encode(body) }, 'POST', body],
    ['https://a.test/x', { method: 'POST', body: new TextEncoder().encode(body).buffer }, 'POST', body],
    ['https://a.test/x', { method: 'POST', body: compressed }, 'POST', null],
    ['https://a.test/x', { method: 'POST', body: new URLSearchParams({ a: '1' }) }, 'POST', null],
    [new Request('https://a.test/x', { method: 'POST', body }), undefined, 'POST', body],
    [new Request('https://a.test/x', { method: 'POST', body: 'other' }), { method: 'PUT', body }, 'PUT', body],
  ])('row %$: what is sent is read otherwise, or used up', async (input, init, method, text) => {
    const head = readFetch(input, init)
    expect([head.method, head.url.pathname, await head.text(), await head.text()]).toEqual([method, '/x', text, text])
  })

  test('headers of a request are read where its `init` has others', () => {
    const request = new Request('https://a.test', { headers: { a: '1' } })
    expect(readFetch(request, undefined).headers.get('a')).toBe('1')
    expect(readFetch(request, { headers: { b: '2' } }).headers.get('a')).toBeNull()
  })

  const listened = (): { tap: Parameters<typeof tapResponse>[1]; heard: string[] } => {
    const heard: string[] = []
    return {
      heard,
      tap: { push: (chunk) => void heard.push(Buffer.from(chunk).toString()), end: async () => void heard.push('end') },
    }
  }
  const streaming = { headers: { 'content-type': 'text/event-stream' }, status: 203, statusText: 'As it was' }

  test('an answer is not heard whole, or the caller gets another one', async () => {
    const { heard, tap } = listened()
    const given = new Response('whole')
    expect(await tapResponse(given, tap)).toBe(given)
    expect([heard, await given.text()]).toEqual([['whole', 'end'], 'whole'])
    const empty = listened()
    const none = new Response(null, streaming)
    expect(await tapResponse(none, empty.tap)).toBe(none)
    expect(empty.heard).toEqual(['', 'end'])
    const used = new Response('gone')
    await used.text()
    const late = listened()
    await tapResponse(used, late.tap)
    expect(late.heard).toEqual(['end'])
  })

  test('a stream is held back, loses what it is, or has no end', async () => {
    const { heard, tap } = listened()
    let pulls = 0
    const source = new ReadableStream<Uint8Array>(
      { pull: (controller) => ((pulls += 1) < 3 ? controller.enqueue(Buffer.from(`${pulls}`)) : controller.close()) },
      { highWaterMark: 0 },
    )
    const given = Object.defineProperty(new Response(source, streaming), 'url', { value: 'https://a.test/x' })
    const tapped = await tapResponse(given, tap)
    expect([tapped.status, tapped.statusText, tapped.url, tapped.headers.get('content-type'), pulls]).toEqual([
      203,
      'As it was',
      'https://a.test/x',
      'text/event-stream',
      0,
    ])
    expect([await tapped.text(), heard]).toEqual(['12', ['1', '2', 'end']])
  })

  test('a stream that breaks, or that its caller leaves, has no end', async () => {
    const cut = new Error('reset')
    const broken = listened()
    const breaking = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(cut) })
    await expect((await tapResponse(new Response(breaking, streaming), broken.tap)).text()).rejects.toBe(cut)
    const left = listened()
    const cancelled: unknown[] = []
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(Buffer.from('x')),
      cancel: (reason) => void cancelled.push(reason),
    })
    await (await tapResponse(new Response(endless, streaming), left.tap)).body!.cancel('enough')
    expect([broken.heard, left.heard, cancelled]).toEqual([['end'], ['end'], ['enough']])
  })
})

describe('the OpenAI Agents SDK', () => {
  const call = { type: 'function_call', callId: 'c', name: 'n', arguments: '{}' }
  test.each<[item: unknown, wire: unknown]>([
    ['text', 'text'],
    [
      { role: 'user', content: 'a' },
      { role: 'user', content: 'a', type: 'message' },
    ],
    [call, { type: 'function_call', call_id: 'c', name: 'n', arguments: '{}' }],
    [
      { type: 'function_call_result', callId: 'c', name: 'n', output: { type: 'text', text: 'a' } },
      { type: 'function_call_output', call_id: 'c', output: [{ type: 'input_text', text: 'a' }] },
    ],
    [
      { type: 'function_call_result', callId: 'c', output: 'a' },
      { type: 'function_call_output', call_id: 'c', output: 'a' },
    ],
    [
      { type: 'function_call_result', callId: 'c', output: { type: 'later' } },
      { type: 'function_call_output', call_id: 'c', output: [{ type: 'later' }] },
    ],
    [
      { type: 'computer_call_result', callId: 'c' },
      { type: 'computer_call_output', call_id: 'c' },
    ],
    [
      { type: 'reasoning', content: [{ type: 'input_text', text: 'a' }, 1], providerData: { encrypted_content: 's' } },
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'a' }], encrypted_content: 's' },
    ],
    [
      { type: 'hosted_tool_call', name: 'n', providerData: { type: 'web_search_call' } },
      { type: 'web_search_call', name: 'n' },
    ],
  ])('the item %j means something else', (item, wire) => {
    const [made] = toResponses([item])
    expect(made).toStrictEqual(wire)
    expect(toResponses([item])[0]).toBe(made)
    expect(fromResponses([made])[0]).toBe(item)
  })

  test.each<[items: readonly unknown[], own: unknown]>([
    [['text'], 'text'],
    [[{ role: 'user', content: 'a' }], { role: 'user', content: 'a', type: 'message' }],
    [
      [{ type: 'message', role: 'assistant', content: 'a' }],
      { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'a' }] },
    ],
    [
      [{ type: 'message', role: 'assistant', status: 'incomplete', content: [1] }],
      { type: 'message', role: 'assistant', status: 'incomplete', content: [1] },
    ],
    [
      [
        { type: 'function_call_output', call_id: 'c', output: 'a' },
        { type: 'function_call', call_id: 'c', name: 'n' },
      ],
      { type: 'function_call_result', callId: 'c', name: 'n', status: 'completed', output: 'a' },
    ],
    [
      [{ type: 'function_call_output', call_id: 'c', status: 'incomplete' }],
      { type: 'function_call_result', callId: 'c', name: 'unknown', status: 'incomplete' },
    ],
    [[{ type: 'computer_call_output', call_id: 'c' }], { type: 'computer_call_result', callId: 'c' }],
    [
      [{ type: 'reasoning', summary: [{ type: 'summary_text', text: 'a' }, 1], encrypted_content: 's' }],
      { type: 'reasoning', content: [{ type: 'input_text', text: 'a' }], providerData: { encrypted_content: 's' } },
    ],
    [[{ type: 'reasoning', summary: 1 }], { type: 'reasoning', content: [] }],
  ])('what a repair writes, %j, is another item', (items, own) => {
    expect(fromResponses(items)[0]).toStrictEqual(own)
  })

  const done = (item: unknown, type = 'response.output_item.done'): object => ({ type: 'model', event: { type, item } })
  const word = (delta: string): object => ({ type: 'output_text_delta', delta })
  const begun = (text: string): object => ({
    type: 'message',
    role: 'assistant',
    status: 'incomplete',
    content: [{ type: 'output_text', text }],
  })
  test.each<[events: readonly object[], answer: object]>([
    [[], { messages: [], complete: false }],
    [[word('a'), word('b')], { messages: [begun('ab')], complete: false }],
    [
      [word('a'), done({ type: 'message' }), word('b')],
      { messages: [{ type: 'message' }, begun('b')], complete: false },
    ],
    [
      [word('a'), done({ type: 'function_call' })],
      { messages: [{ type: 'function_call' }, begun('a')], complete: false },
    ],
    [
      [done(1), done({}, 'response.output_item.added'), { type: 'model', event: 1 }, { type: 'later' }],
      { messages: [], complete: false },
    ],
    [
      [word('a'), { type: 'response_done', response: { id: 'r', output: [call] } }],
      { messages: toResponses([call]), complete: true, responseID: 'r' },
    ],
    [[{ type: 'response_done', response: { output: [] } }], { messages: [], complete: true }],
  ])('row %$: an answer that is under way is another one', (events, answer) => {
    const heard = new HeardEvents()
    for (const event of events) heard.add(event as StreamEvent)
    expect([heard.answer(), heard.count]).toStrictEqual([answer, events.length])
  })
})

describe('the items of the OpenAI Agents SDK', () => {
  const asked = { type: 'function_call', callId: 'c', name: 'n', arguments: '{}' }
  const given = { type: 'function_call_result', callId: 'c', name: 'n', output: 'a' }
  const ask = { role: 'user', content: 'a' }
  const cause = new Error('no name')
  test.each<[items: object[], options: object, told: string[], isChanged: boolean]>([
    [[ask, asked], {}, ['recovered'], true],
    [[ask, asked], { mode: 'observe' }, ['observed'], false],
    [[ask, asked, given], {}, [], false],
    [[ask, given], {}, [], false],
    [[ask, { type: 'computer_call_output', callId: 'c' }], {}, [], false],
    [
      [ask, asked],
      {
        session: () => {
          throw cause
        },
      },
      ['failed'],
      false,
    ],
    [
      [ask, asked],
      { session: 's', store: { parts: { list: () => Promise.reject(cause) } } },
      ['failed', 'recovered'],
      true,
    ],
  ])('row %$: are repaired otherwise, or nobody learns what broke (I10)', async (items, options, told, isChanged) => {
    const reports: RecoveryReport[] = []
    const onRepair = (report: RecoveryReport): void => void reports.push(report)
    const repaired = await repairItems(items as never, resolveAdapterOptions({ ...options, onRepair }))
    expect([reports.map(({ outcome }) => outcome), repaired !== (items as unknown)]).toEqual([told, isChanged])
    for (const report of reports) expect(report.cause).toBe(report.outcome === 'failed' ? cause : undefined)
  })
})

describe('Mastra', () => {
  test('an error of a call that was never begun is tried again', async () => {
    const refused = { statusCode: 400, message: 'messages.1.content.0: Invalid `signature` in `thinking` block' }
    expect(await mastra().processAPIError({ error: refused, messageList: {} })).toEqual({ retry: false })
  })

  const said = (...parts: readonly unknown[]): object => ({ content: { parts } })
  const invoked = (toolName: unknown): object => ({ toolInvocation: { toolName } })
  const claude = { provider: 'anthropic.messages', modelId: 'claude-opus-4-6' }
  const own = { write: {} }
  test.each<[messages: readonly unknown[], model: typeof claude, tools: object | undefined, names: string[]]>([
    [[said(invoked('b'), { type: 'text' }, invoked('a')), said(invoked('b'))], claude, undefined, ['a', 'b']],
    [
      [said(invoked(''), invoked(7), 1, { toolInvocation: 1 }), { content: 'x' }, 1, { content: { parts: 1 } }],
      claude,
      {},
      [],
    ],
    [[said(invoked('a'))], claude, own, ['write']],
    [[said(invoked('a'))], { provider: 'openai.responses', modelId: 'gpt-6' }, {}, []],
  ])('row %$: other tools are defined than those that are demanded', (messages, model, tools, names) => {
    const args = { messages, model, messageList: {}, state: {}, ...(tools && { tools: tools as typeof own }) }
    const demanded = demandedTools(args)
    expect(Object.keys(demanded)).toEqual(names)
    expect(demanded === own).toBe(tools === own)
  })

  test('a definition is none that Mastra takes', () => {
    const inputSchema = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', properties: {} }
    expect(demandedTools({ messages: [said(invoked('a'))], model: claude, messageList: {}, state: {} })).toEqual({
      a: { description: 'a', inputSchema },
    })
  })
})

test('an object with one method replaced loses its private fields, or another method', () => {
  class Counter {
    #count = 1
    name = 'counter'
    get count(): number {
      return this.#count
    }
    add(): number {
      return (this.#count += 1)
    }
    reset(): number {
      return (this.#count = 0)
    }
  }
  const replaced = withMethod(new Counter(), 'reset', () => 7)
  expect([replaced.add(), replaced.reset(), replaced.count, replaced.name, replaced instanceof Counter]).toEqual([
    2,
    7,
    2,
    'counter',
    true,
  ])
})
