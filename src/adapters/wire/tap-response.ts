import type { AnswerTap } from './answer-tap.ts'
import { eventDecoders, mediaTypeOf } from './endpoints.ts'

/** The content type of a response; empty when it has none. */
export function contentTypeOf(response: Response): string {
  return response.headers.get('content-type') ?? ''
}

/**
 * The same response, listened to. A whole answer is recorded before the caller gets it. A stream is listened to while it passes:
 * nothing is held back, nothing is read before the caller asks for it, and a caller that gives up stops it at its source; its end
 * is passed on once the answer is recorded, so that the next turn finds it.
 */
export async function tapResponse(response: Response, tap: AnswerTap): Promise<Response> {
  if (response.body !== null && mediaTypeOf(contentTypeOf(response)) in eventDecoders)
    return tapStream(response, response.body, tap)
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
        await reader.cancel(reason)
        await tap.end()
      },
    },
    { highWaterMark: 0 },
  )
  const { status, statusText, headers, url, redirected, type } = response
  const tapped = new Response(body, { status, statusText, headers })
  // A response that is made, not fetched, does not know where it came from.
  for (const [name, value] of Object.entries({ url, redirected, type })) Object.defineProperty(tapped, name, { value })
  return tapped
}
