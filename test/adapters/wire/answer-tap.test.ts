import { expect, test } from 'vitest'
import { answerTap } from '../../../src/adapters/wire/answer-tap.ts'
import { anthropicAnswer } from '../../../src/adapters/wire/anthropic-answer.ts'
import { awsEventStream } from '../../../src/adapters/wire/aws-event-stream.ts'
import { serverSentEvents } from '../../../src/adapters/wire/server-sent-events.ts'
import type { Accepted } from '../../../src/recovery/calls/accepted.ts'

const text = (words: string): object => ({ type: 'text', text: words })

const saidBy = (role: string, field: string, ...content: readonly unknown[]): object => ({ role, [field]: content })

const claude = (...content: readonly unknown[]): object => saidBy('assistant', 'content', ...content)

const start = (index: unknown, block: unknown): object => ({ type: 'content_block_start', index, content_block: block })

const stop = { type: 'message_stop' }

const sse =
  'data: {"a":1}\n\ndata:{"b":2}\r\n\r\nevent: x\rdata:[ 1,\rdata: 2]\r\r: ping\n\ndata: [DONE]\n\ndata: {"cut"'

/** A frame of an event stream: its headers are strings, but for what comes last. */
function awsFrame(headers: Readonly<Record<string, string>>, payload: string, last: readonly number[] = []): Buffer {
  const fields = Object.entries(headers).flatMap(([name, value]) => {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(value.length)
    return [Buffer.from([name.length]), Buffer.from(name), Buffer.from([7]), length, Buffer.from(value)]
  })
  const head = Buffer.concat([...fields, Buffer.from(last)])
  const prelude = Buffer.alloc(12)
  prelude.writeUInt32BE(16 + head.length + payload.length, 0)
  prelude.writeUInt32BE(head.length, 4)
  return Buffer.concat([prelude, head, Buffer.from(payload), Buffer.alloc(4)])
}

const aws = Buffer.concat([
  awsFrame({ ':message-type': 'event', ':event-type': 'first' }, '{"a":1}'),
  awsFrame({ ':message-type': 'event' }, '{}'),
  awsFrame({ ':event-type': 'broken' }, '{'),
  awsFrame({ ':event-type': 'last', ':content-type': 'json' }, '[]'),
  // A header without a value: true.
  awsFrame({ ':event-type': 'typed' }, '1', [1, 120, 0]),
  awsFrame({ ':event-type': 'cut' }, '{"a":1}').subarray(0, -1),
])

test.each([
  ['server-sent events', serverSentEvents, Buffer.from(sse), [{ a: 1 }, { b: 2 }, [1, 2]]],
  ['frames of AWS', awsEventStream, aws, [{ first: { a: 1 } }, { last: [] }, { typed: 1 }]],
] as const)('%s are read otherwise when they are cut elsewhere', (_, decoder, bytes, events) => {
  for (const size of [1, 2, 3, 7, 16, bytes.length]) {
    const decode = decoder()
    const found: unknown[] = []
    for (let at = 0; at < bytes.length; at += size) found.push(...decode(bytes.subarray(at, at + size)))
    expect([size, found]).toEqual([size, events])
  }
})

test('an event that ends with a lone carriage return waits for the end of a later line', () => {
  const decode = serverSentEvents()
  const given = ['data: 1\r\r', ': ', 'ping'].map((chunk) => decode(Buffer.from(chunk)))
  expect(given).toEqual([[], [1], []])
})

test('a frame of AWS that tells no length is read for ever', () => {
  expect(awsEventStream()(Buffer.alloc(64))).toEqual([])
})

interface Kept {
  readonly messages: readonly unknown[]
  readonly extra: Accepted
}

const listened = async (
  chunks: readonly Uint8Array[],
  contentType: string,
): Promise<{ kept: Kept[]; heard: unknown[] }> => {
  const kept: Kept[] = []
  const heard: unknown[] = []
  const call = {
    accepted: async (messages: readonly unknown[] = [], extra: Accepted = {}) => void kept.push({ messages, extra }),
    heard: (size: number, partialOf: () => readonly unknown[]) => void heard.push([size, partialOf()]),
  }
  const tap = answerTap(call, anthropicAnswer, contentType)
  for (const chunk of chunks) tap.push(chunk)
  await Promise.all([tap.end(), tap.end()])
  tap.push(Buffer.from('late'))
  return { kept, heard }
}

const event = (data: unknown): Buffer => Buffer.from(`data: ${JSON.stringify(data)}\n\n`)

test('an answer is recorded twice, before it is whole, or without its id', async () => {
  const whole = JSON.stringify({ id: 'm', content: [text('a')] })
  expect(
    await listened(
      [whole.slice(0, 9), whole.slice(9)].map((part) => Buffer.from(part)),
      'application/json',
    ),
  ).toEqual({
    kept: [{ messages: [claude(text('a'))], extra: { responseID: 'm', meta: { responseID: 'm' } } }],
    heard: [],
  })
  const [first, last] = [event(start(0, text('a'))), event(stop)]
  expect(await listened([first, last], 'Text/Event-Stream; charset=utf-8')).toStrictEqual({
    kept: [{ messages: [claude(text('a'))], extra: {} }],
    heard: [
      [first.length, [claude(text('a'))]],
      [first.length + last.length, [claude(text('a'))]],
    ],
  })
  const cut = await listened([first], 'text/event-stream')
  expect(cut.kept).toStrictEqual([{ messages: [], extra: { partial: [claude(text('a'))] } }])
  const unreadable = await listened([Buffer.from('<html>')], 'text/html')
  expect(unreadable.kept).toStrictEqual([{ messages: [], extra: { partial: [] } }])
  const told = await listened([Buffer.from('{"input_transformations":[1]}')], '')
  expect(told.kept).toStrictEqual([{ messages: [], extra: { transformations: [1] } }])
})

test('what is too long to be kept is kept, or listened to for ever', async () => {
  const most = 64 * 1024 * 1024
  const long = { length: most } as Uint8Array
  const first = event(start(0, text('a')))
  const { heard, kept } = await listened([first, long], 'text/event-stream')
  expect(kept).toStrictEqual([{ messages: [], extra: { partial: [] } }])
  expect(heard).toHaveLength(1)
  const full = { length: most - first.length } as Uint8Array
  const enough = await listened([first, full], 'text/event-stream')
  expect(enough.kept).toStrictEqual([{ messages: [], extra: { partial: [claude(text('a'))] } }])
  expect(enough.heard).toHaveLength(2)
})
