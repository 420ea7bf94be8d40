import type { IncomingMessage } from 'node:http'
import type { BodyPool } from './body-pool.ts'
import { ProxyError } from './proxy-error.ts'

/**
 * The whole body of a request, in memory of a pool: who has done with it gives it back.
 *
 * @throws {ProxyError} `request_too_large`
 */
export async function readBody(
  request: IncomingMessage,
  maxLength: number,
  pool: BodyPool,
): Promise<Buffer<ArrayBuffer>> {
  if (Number(request.headers['content-length']) > maxLength) throw tooLarge(maxLength)
  const { chunks, length } = await chunksOf(request, maxLength)
  const body = pool.take(length)
  let at = 0
  for (const chunk of chunks) at += chunk.copy(body, at)
  return body
}

/** As they come: an iterator over them would wait for each of them anew. */
function chunksOf(request: IncomingMessage, maxLength: number): Promise<{ chunks: Buffer[]; length: number }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const take = (chunk: Buffer): void => {
      length += chunk.length
      chunks.push(chunk)
      if (length <= maxLength) return
      // The connection must outlive a refusal: the client is to read it.
      request.off('data', take).pause()
      reject(tooLarge(maxLength))
    }
    request
      .on('data', take)
      .on('end', () => resolve({ chunks, length }))
      .on('error', reject)
      .on('close', () => {
        if (!request.readableEnded) reject(new Error('the client has gone'))
      })
  })
}

function tooLarge(maxLength: number): ProxyError {
  return new ProxyError('request_too_large', `the request is longer than ${maxLength} bytes`)
}

/**
 * The beginning of an answer: up to the chunk that is enough, all of it when none is, and what had come where the connection broke.
 * What follows stays in the stream.
 */
export async function readHead(
  response: IncomingMessage,
  isEnough: (head: Buffer) => boolean,
): Promise<{ bytes: Buffer; whole: boolean }> {
  let bytes = Buffer.alloc(0)
  try {
    for await (const chunk of response.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes = Buffer.concat([bytes, chunk])
      if (isEnough(bytes)) return { bytes, whole: false }
    }
    return { bytes, whole: true }
  } catch {
    // Whoever passes the answer on will see it.
    return { bytes, whole: false }
  }
}
