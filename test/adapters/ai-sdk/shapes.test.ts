import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { answerOf } from '../../../src/adapters/ai-sdk/answer-of.ts'
import { encodeBytes } from '../../../src/adapters/ai-sdk/encode-bytes.ts'
import { openStream as openStreamWithin, type StreamListener } from '../../../src/adapters/ai-sdk/open-stream.ts'
import { systemClock } from '../../../src/recovery/clock.ts'
import { sessionRecovery } from '../../../src/adapters/ai-sdk/session-recovery.ts'
import { thinkingOf, withThinking } from '../../../src/adapters/ai-sdk/thinking-of.ts'

const bytes = new Uint8Array([1, 2, 3])

const base64 = Buffer.from(bytes).toString('base64')

const openStream = (
  source: Parameters<typeof openStreamWithin>[0],
  listener: StreamListener,
): ReturnType<typeof openStreamWithin> => openStreamWithin(source, listener, systemClock)

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
    [
      { ...result, result: 'done' },
      { ...result, output: { type: 'text', value: 'done' } },
    ],
    [{ ...result, result: 'half', preliminary: true }, null],
    [
      { type: 'text', text: '', providerMetadata: metadata },
      { type: 'text', text: '', providerOptions: metadata },
    ],
    [{ type: 'text', text: '' }, null],
    ...(['file', 'reasoning-file'] as const).map((type): [object, object] => [
      { type, data: { type: 'data', data: bytes }, mediaType: 'image/png', providerMetadata: metadata },
      { type, data: { type: 'data', data: base64 }, mediaType: 'image/png', providerOptions: metadata },
    ]),
    [
      { type: 'custom', kind: 'openai.compaction', providerMetadata: metadata },
      { type: 'custom', kind: 'openai.compaction', providerOptions: metadata },
    ],
    [{ type: 'source', url: 'x' }, null],
    [{ type: 'tool-approval-request', approvalId: 'a', toolCallId: 't' }, null],
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
  const whole = ['tool-call', 'tool-result', 'file', 'reasoning-file', 'custom'].map((type) => ({ type }))
  const head = [{ type: 'stream-start' }, { type: 'response-metadata' }, { type: 'raw' }]
  const finish = { type: 'finish' }
  const failure = { type: 'error', error: 'refused' }
  test.each<[parts: object[], error: unknown, ends: unknown[], partCount: number]>([
    [[...head, ...text, finish], undefined, [[[{ type: 'text', text: 'ab' }], true]], 6],
    [
      [...thought, ...whole, { type: 'source' }, { type: 'tool-approval-request' }, finish],
      undefined,
      [[[{ type: 'reasoning', text: 'c', providerMetadata: metadata }, ...whole], true]],
      thought.length + whole.length + 2,
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

  test.each(['text', 'reasoning'] as const)('a signature in any part of streamed %s is lost', async (type) => {
    const metadata = (sign: string) => ({ providerMetadata: { anthropic: { signature: sign } } })
    const part = (kind: string, fields: object = {}) => ({
      type: `${type}-${kind}`,
      id: kind === 'end' ? '2' : '1',
      ...fields,
    })
    const parts = [
      part('start', metadata('a')),
      part('delta', { delta: 'x' }),
      { ...part('start'), id: '2' },
      { ...part('delta', { delta: 'y' }), id: '2', ...metadata('b') },
      { ...part('delta', { delta: '' }), id: '2', ...metadata('c') },
      part('end'),
      { ...part('end', metadata('d')), id: '1' },
      part('delta', { id: 'unknown', delta: 'z' }),
    ]
    const told: unknown[] = []
    const source = new ReadableStream<never>({
      start(controller) {
        for (const sent of parts) controller.enqueue(sent as never)
        controller.close()
      },
    })
    const afterTwo: unknown[] = []
    const onPart = (count: number, content: readonly object[]) => {
      if (count === 2) afterTwo.push(...content.map((block) => ({ ...block })))
    }
    const { stream } = await openStream(source, { onPart, onEnd: async (content) => void told.push(...content) })
    for await (const sent of stream) void sent
    expect(afterTwo).toEqual([{ type, text: 'x', ...metadata('a') }])
    expect(told).toEqual([
      { type, text: 'x', ...metadata('d') },
      { type, text: 'y', ...metadata('c') },
    ])
  })

  test('a repaired call gets tools or options that its caller has not given', async () => {
    const sent: object[] = []
    const model = {
      modelId: 'm',
      provider: 'p',
      doGenerate: async (params: object) => (sent.push(params), { content: [{ type: 'text', text: 'b' }] }),
    }
    const prompt = [
      { role: 'user', content: [{ type: 'text', text: 'a' }] },
      { role: 'assistant', content: [{ ...call, input: {} }] },
    ]
    const given = [{ prompt }, { prompt, tools: [{ type: 'function', name: 'n' }], providerOptions: { openai: {} } }]
    for (const params of given)
      await sessionRecovery().wrapGenerate!({ model, params, doGenerate: () => model.doGenerate({}) } as never)
    expect(sent.map((params) => Object.keys(params).sort())).toEqual([
      ['prompt'],
      ['prompt', 'providerOptions', 'tools'],
    ])
    expect(sent[1]).toMatchObject({ tools: given[1]!.tools, providerOptions: given[1]!.providerOptions })
  })

  test('a model of version 5 gets what only a later one takes', async () => {
    const sent: { prompt: unknown[] }[] = []
    const model = {
      modelId: 'm',
      provider: 'p',
      specificationVersion: 'v2',
      doGenerate: async (params: never) => (sent.push(params), { content: [{ type: 'text', text: 'b' }] }),
    }
    const denied = { ...result, output: { type: 'execution-denied', reason: 'No.' } }
    const prompt = [
      { role: 'user', content: [{ type: 'text', text: 'a' }] },
      { role: 'assistant', content: [{ ...call, input: {} }] },
      { role: 'tool', content: [denied] },
    ]
    await sessionRecovery().wrapGenerate!({
      model,
      params: { prompt },
      doGenerate: () => model.doGenerate({} as never),
    } as never)
    expect(sent[0]!.prompt[2]).toEqual({
      role: 'tool',
      content: [{ ...result, output: { type: 'error-text', value: 'No.' } }],
    })
  })

  test.each([
    ['interrupted', undefined, false],
    ['other', undefined, false],
    ['error', undefined, false],
    ['other', 'pause_turn', true],
    ['error', 'failed', true],
    ['stop', undefined, true],
    ['length', 'max_tokens', true],
    ['unknown', 'a word of version 5', false],
    ['error', 'a word of version 5', false],
    ['stop', 'a word of version 5', true],
    ['tool-calls', 'a word of version 5', true],
  ])(
    'a stream that ends with %s (%s) is taken for a whole answer, or a whole one for a cut',
    async (unified, raw, whole) => {
      const ends: boolean[] = []
      const parts = [
        { type: 'text-start', id: 'a' },
        { type: 'finish', finishReason: raw?.endsWith('version 5') ? unified : { unified, raw } },
      ]
      const { stream } = await openStream(Readable.toWeb(Readable.from(parts)) as never, {
        onPart: () => undefined,
        onEnd: async (_content, isWhole) => void ends.push(isWhole),
      })
      const reader = stream.getReader()
      while (!(await reader.read()).done);
      expect(ends).toEqual([whole])
    },
  )

  test('a stream that breaks when its reader leaves has no end', async () => {
    const ends: boolean[] = []
    const source = new ReadableStream({
      start: (controller) => controller.enqueue({ type: 'text-start', id: 'a' }),
      cancel: () => Promise.reject(new Error('gone')),
    })
    const { stream } = await openStream(source as never, {
      onPart: () => undefined,
      onEnd: async (_content, isWhole) => void ends.push(isWhole),
    })
    await expect(stream.cancel()).rejects.toThrow('gone')
    expect(ends).toEqual([false])
  })

  test.each(['finish', 'close', 'error', 'cancel'])(
    'the caller learns of the end of a stream before it is recorded: %s',
    async (how) => {
      const order: string[] = []
      const source = new ReadableStream<never>({
        start: (controller) => controller.enqueue({ type: 'tool-call' } as never),
        pull(controller) {
          if (how === 'finish') controller.enqueue({ type: 'finish' } as never)
          else if (how === 'error') controller.error(new Error('reset'))
          else if (how === 'close') controller.close()
        },
      })
      const onEnd = async (): Promise<void> => {
        await new Promise((resolve) => setTimeout(resolve, 5))
        order.push('recorded')
      }
      const { stream } = await openStream(source, { onPart: () => {}, onEnd })
      const reader = stream.getReader()
      await reader.read()
      await (how === 'cancel' ? reader.cancel() : reader.read()).catch(() => undefined)
      order.push('told')
      expect(order).toEqual(['recorded', 'told'])
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
