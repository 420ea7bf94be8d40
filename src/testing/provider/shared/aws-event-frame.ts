import { crc32 } from 'node:zlib'

/** The bytes, followed by their checksum. */
function withChecksum(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(bytes))
  return Buffer.concat([bytes, sum])
}

/** A header of type 7, string: the length of its name, the name, the type, the length of its value, the value. */
function header(name: string, value: string): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(Buffer.byteLength(value))
  return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([7]), length, Buffer.from(value)])
}

/**
 * One frame of `application/vnd.amazon.eventstream`: lengths and their checksum, headers, JSON, checksum. What is named like an
 * exception is one, as the SDK throws it.
 *
 * @example awsEventFrame('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'Hi' } })
 */
export function awsEventFrame(type: string, payload: unknown): Buffer {
  const kind = type.endsWith('Exception') ? 'exception' : 'event'
  const headers = Buffer.concat([
    header(`:${kind}-type`, type),
    header(':content-type', 'application/json'),
    header(':message-type', kind),
  ])
  const body = Buffer.from(JSON.stringify(payload))
  const lengths = Buffer.alloc(8)
  lengths.writeUInt32BE(12 + headers.length + body.length + 4, 0)
  lengths.writeUInt32BE(headers.length, 4)
  return withChecksum(Buffer.concat([withChecksum(lengths), headers, body]))
}

/** The content type of such a stream. */
export const awsEventStreamType = 'application/vnd.amazon.eventstream'
