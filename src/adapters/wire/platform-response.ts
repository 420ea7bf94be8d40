import { madeResponse } from './made-response.ts'
import { streamOf } from './stream-of.ts'

/** The bodies of foreign responses: streams of the platform, or of Node. */
type Body = Partial<ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>> & { destroy?(): unknown }

/**
 * A response that can be read like the platform's own: clients may be given any `fetch`, and node-fetch and its like hand out streams
 * of Node. The given one where it can be already, or where nothing can be made of it.
 */
export function platformResponse(given: Response): Response {
  const body: Body | null | undefined = given.body
  const isStream = typeof body?.getReader === 'function'
  if (!body || (isStream && typeof given.clone === 'function')) return given
  try {
    if (isStream) return madeResponse(body as ReadableStream<Uint8Array>, given)
    const chunks = body[Symbol.asyncIterator]?.()
    // An iterator that was never started does not close its source.
    return chunks
      ? madeResponse(
          streamOf(chunks, () => body.destroy?.()),
          given,
        )
      : given
  } catch {
    // A status that the `Response` constructor refuses.
    return given
  }
}
