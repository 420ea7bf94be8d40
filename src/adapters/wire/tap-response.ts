import type { AnswerTap } from './answer-tap.ts'
import { mediaTypeOf } from './endpoints.ts'
import { madeResponse } from './made-response.ts'

/** The content type of a response; empty when it has none. */
export function contentTypeOf(response: Response): string {
  return response.headers.get('content-type') ?? ''
}

/** Whether a URL names a streaming method, by the naming of Google's APIs; their content type may be plain JSON. */
export function isStreamed(url: string): boolean {
  return /:stream\w+(?:\?|$)/.test(url)
}

export function isJson(contentType: string): boolean {
  return /[/+]json$/.test(mediaTypeOf(contentType))
}

/** Whether an answer comes as a whole: JSON that is no stream. */
export function isWhole(response: Response): boolean {
  return isJson(contentTypeOf(response)) && !isStreamed(response.url)
}

/**
 * The same response, listened to. A whole answer is recorded before the caller gets it. A stream is listened to while it passes:
 * nothing is held back, nothing is read before the caller asks for it, and a caller that gives up stops it at its source; its end
 * is passed on once the answer is recorded, so that the next turn finds it.
 */
export async function tapResponse(response: Response, tap: AnswerTap): Promise<Response> {
  // Any other body may be a long stream: nobody is made to wait for its end.
  if (response.body && !response.bodyUsed && !isWhole(response)) return tapStream(response, response.body, tap)
  try {
    tap.push(new Uint8Array(await response.clone().arrayBuffer()))
  } catch {
    // The connection broke: the caller will see it when reading.
  }
  await tap.end()
  return response
}

function tapStream(response: Response, stream: ReadableStream<Uint8Array>, tap: AnswerTap): Response {
  const reader = stream.getReader()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (!done) {
            tap.push(value)
            return controller.enqueue(value)
          }
          await tap.end()
          controller.close()
        } catch (error) {
          await tap.end()
          controller.error(error)
        }
      },
      async cancel(reason) {
        try {
          await reader.cancel(reason)
        } finally {
          await tap.end()
        }
      },
    },
    { highWaterMark: 0 },
  )
  return madeResponse(body, response)
}
