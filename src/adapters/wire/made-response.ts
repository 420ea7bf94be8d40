/** A response with another body. One that is made, not fetched, does not know where it came from: it is told. */
export function madeResponse(body: ReadableStream<Uint8Array>, like: Response): Response {
  const { status, statusText, headers, url, redirected, type } = like
  const made = new Response(body, { status, statusText, headers })
  for (const [name, value] of Object.entries({ url, redirected, type })) Object.defineProperty(made, name, { value })
  return made
}
