/** A response with another body. A constructed response has no URL or type, so they are copied from the original. */
export function madeResponse(body: ReadableStream<Uint8Array>, like: Response): Response {
  const { status, statusText, headers, url, redirected, type } = like
  const made = new Response(body, { status, statusText, headers })
  for (const [name, value] of Object.entries({ url, redirected, type })) Object.defineProperty(made, name, { value })
  return made
}
