import { BedrockRuntimeClient, ConverseStreamCommand, type Message } from '@aws-sdk/client-bedrock-runtime'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { heardStream } from '../../../src/adapters/bedrock/heard-stream.ts'
import { parse, readInvokeBody, writeInvokeBody } from '../../../src/adapters/bedrock/invoke-body.ts'
import { makerOfContext } from '../../../src/adapters/bedrock/maker-of-context.ts'
import { fromWire, toWire } from '../../../src/adapters/bedrock/wire-messages.ts'
import { accountOfKey } from '../../../src/adapters/wire/account-of.ts'
import { sessionRecovery } from '../../../src/bedrock.ts'
import { countedCall } from '../../../src/adapters/bedrock/counted-call.ts'

const bytes = new Uint8Array([1, 2, 3])

const base64 = Buffer.from(bytes).toString('base64')

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
    image.content.push({ text: 'b' })
    expect(toWire([image])[0]).toMatchObject({ content: { length: 4 } })
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
    // What only holds such a mark is a key that lasts.
    ...['AKIA-ASIA', 'x-bedrock-api-key-1'].map((key): [object, unknown, object] => [
      asked({ accessKeyId: key, token: 'k' }),
      undefined,
      { provider: 'bedrock', endpoint: url.origin, account: accountOfKey(key) },
    ]),
  ])('row %$: who is asked is told otherwise', (context, modelId, told) => {
    expect(makerOfContext(context, modelId)).toStrictEqual(told)
  })
})

test('what is to be counted and cannot be read is taken for a call, or what can be is not', () => {
  const modelId = 'anthropic.claude-opus-4-6'
  const body = JSON.stringify({ anthropic_version: 'v', messages: [{ role: 'user', content: 'a' }] })
  const converse = { messages: [{ role: 'user', content: [{ text: 'a' }] }] }
  const unread = [undefined, 1, {}, { converse: 1 }, { converse: {} }, { invokeModel: 1 }, { invokeModel: { body: 1 } }]
  for (const input of unread) expect(countedCall({ input, modelId })).toBeNull()
  for (const input of [{ converse }, { invokeModel: { body } }]) {
    const given = { input, modelId }
    const counted = countedCall(given)!
    expect(counted.body['model'] ?? counted.body['modelId']).toBe(modelId)
    expect(counted.request).toEqual({ ...Object.values(input)[0], modelId })
    expect(counted.write(counted.body)).toEqual(given)
  }
})

test('the events of a stream are counted otherwise than they pass', async () => {
  const heard: unknown[] = []
  const said: unknown[] = []
  const builder = { add: (event: unknown) => void said.push(event), answer: () => ({ messages: said }) as never }
  const stream = heardStream(Readable.from(['a', 'b', 'c']), builder, {
    eventOf: (item) => `event ${item as string}`,
    onItem: (count) => void heard.push(count),
    onEnd: async ({ messages }) => void heard.push([...messages]),
  })
  for await (const item of stream) heard.push(item)
  expect(heard).toEqual([1, 'a', 2, 'b', 3, 'c', ['event a', 'event b', 'event c']])
})

describe('a stream of Bedrock', () => {
  const modelId = 'anthropic.claude-opus-4-6'
  const message =
    'The model returned the following errors: messages.1.content.0: Invalid `signature` in `thinking` block'
  const answer = [{ messageStart: { role: 'assistant' } }, { messageStop: { stopReason: 'end_turn' } }]
  const thought = { reasoningContent: { reasoningText: { text: 'h', signature: 'FOREIGN' } } }
  const messages: Message[] = [
    { role: 'user', content: [{ text: 'Think.' }] },
    { role: 'assistant', content: [thought, { text: 'Yes.' }] },
    { role: 'user', content: [{ text: 'Go on.' }] },
  ]
  const refused = Object.assign(new Error(message), { name: 'ValidationException', $metadata: {} })
  const head = { messageStart: { role: 'assistant' } }
  function* throwing(...events: readonly object[]): Generator<unknown> {
    yield* events
    throw refused
  }
  const event = { validationException: { message } }
  const ways: readonly (readonly [string, () => Iterable<unknown>, readonly unknown[]])[] = [
    ['thrown', () => throwing(), [refused]],
    ['an event', () => [event], [event]],
    ['thrown behind its head', () => throwing(head), [head, refused]],
    ['an event behind its head', () => [head, event], [head, event]],
  ]

  const ask = async (open: (input: string) => Iterable<unknown>): Promise<[unknown[], number]> => {
    const client = new BedrockRuntimeClient({
      region: 'us-east-1',
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    })
    const sent: string[] = []
    client.middlewareStack.add(
      () => async (given) => {
        sent.push(JSON.stringify(given.input))
        const stream = Readable.from(open(sent.at(-1)!))
        return { output: { $metadata: {}, stream }, response: {} } as never
      },
      { step: 'build', name: 'provider', priority: 'low' },
    )
    client.middlewareStack.use(sessionRecovery())
    const { stream } = await client.send(new ConverseStreamCommand({ modelId, messages }))
    const events: unknown[] = []
    try {
      for await (const event of stream!) events.push(event)
    } catch (error) {
      events.push(error)
    }
    return [events, sent.length]
  }

  test.each(ways)('that begins with a refusal (%s) is not asked for again', async (_how, refusal) => {
    expect(await ask((input) => (input.includes('FOREIGN') ? refusal() : answer))).toEqual([answer, 2])
  })

  test.each(ways)('that begins with a refusal (%s) loses it when nothing helps (I10)', async (_how, refusal, seen) => {
    const [events] = await ask(refusal)
    expect(events).toEqual(seen)
  })
})
