import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { afterOpening } from '../adapters/wire/open-items.ts'
import type { Clock } from '../recovery/clock.ts'
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

/** Collects the chunks by events: an async iterator would wait once for each chunk. */
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

/** What has come of an answer. */
interface Head {
  readonly length: number
  /** In one piece: put together when it is asked for, since most answers are judged by their length alone. */
  bytes(): Buffer
}

/**
 * The beginning of an answer: up to the chunk that is enough, all of it when none is, what has come when the time of an opening is over
 * where there is a `clock`, and what had come where the connection broke. What follows stays in the stream.
 */
export function readHead(
  response: Readable,
  isEnough: (head: Head) => boolean,
  clock?: Clock,
): Promise<{ bytes: Buffer; whole: boolean }> {
  const { promise, resolve } = Promise.withResolvers<{ bytes: Buffer; whole: boolean }>()
  const chunks: Buffer[] = []
  const bytes = (): Buffer => Buffer.concat(chunks)
  let length = 0
  const leave = (whole: boolean): void => {
    callOff?.()
    response.off('readable', take).off('end', end).off('error', stop).off('close', stop)
    resolve({ bytes: bytes(), whole })
  }
  const end = (): void => leave(true)
  // Whoever passes the answer on will see why.
  const stop = (): void => leave(false)
  const take = (): void => {
    for (let chunk = response.read() as Buffer | null; chunk !== null; chunk = response.read() as Buffer | null) {
      chunks.push(chunk)
      length += chunk.length
      if (isEnough({ length, bytes })) return stop()
    }
  }
  const callOff = clock && afterOpening(clock, stop)
  response.on('readable', take).on('end', end).on('error', stop).on('close', stop)
  if (response.readableEnded) end()
  else if (response.destroyed) stop()
  return promise
}
