import { crc32 } from 'node:zlib'

const text = new TextEncoder()

/** One frame of `application/vnd.amazon.eventstream`. */
export function eventFrame(type: string, payload: unknown): Buffer {
  const headers = Buffer.concat(
    Object.entries({ ':event-type': type, ':content-type': 'application/json', ':message-type': 'event' }).map(
      ([name, value]) => {
        const length = Buffer.alloc(2)
        length.writeUInt16BE(value.length)
        return Buffer.concat([
          Buffer.from([name.length]),
          text.encode(name),
          Buffer.from([7]),
          length,
          text.encode(value),
        ])
      },
    ),
  )
  const body = text.encode(JSON.stringify(payload))
  const total = 12 + headers.length + body.length + 4
  const prelude = Buffer.alloc(12)
  prelude.writeUInt32BE(total, 0)
  prelude.writeUInt32BE(headers.length, 4)
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8)
  const checked = Buffer.concat([prelude, headers, body])
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(checked))
  return Buffer.concat([checked, checksum])
}

/** An answer of ConverseStream: a text and a tool call, in pieces. */
export const streamedTurn: Buffer = Buffer.concat([
  eventFrame('messageStart', { role: 'assistant' }),
  eventFrame('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'Str' } }),
  eventFrame('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'eamed.' } }),
  eventFrame('contentBlockStop', { contentBlockIndex: 0 }),
  eventFrame('contentBlockStart', {
    contentBlockIndex: 1,
    start: { toolUse: { toolUseId: 'tooluse_9', name: 'read' } },
  }),
  eventFrame('contentBlockDelta', { contentBlockIndex: 1, delta: { toolUse: { input: '{"path":' } } }),
  eventFrame('contentBlockDelta', { contentBlockIndex: 1, delta: { toolUse: { input: '"b"}' } } }),
  eventFrame('contentBlockStop', { contentBlockIndex: 1 }),
  eventFrame('messageStop', { stopReason: 'tool_use' }),
])

/** The message that those events build. */
export const streamedMessage: object = {
  role: 'assistant',
  content: [{ text: 'Streamed.' }, { toolUse: { toolUseId: 'tooluse_9', name: 'read', input: { path: 'b' } } }],
}
