/** The arguments of a `fetch`. */
export type FetchArguments = [input: string | URL | Request, init: RequestInit | undefined]

/** The request that the arguments of a `fetch` describe, read without consuming its body. */
export interface FetchHead {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly signal: AbortSignal | null | undefined
  /** The body as text; null when it is no text, or reading it would consume it. */
  text(): Promise<string | null>
}

/** Reads the arguments of a `fetch`: `init` wins over a Request, as it does in `fetch` itself. */
export function readFetch(...[input, init]: FetchArguments): FetchHead {
  const request = input instanceof Request ? input : undefined
  return {
    method: init?.method ?? request?.method ?? 'GET',
    url: new URL(request?.url ?? String(input), 'http://localhost'),
    headers: new Headers(init?.headers ?? request?.headers),
    signal: init?.signal ?? request?.signal,
    text: async () => (init?.body != null ? textOf(init.body) : (request?.clone().text() ?? null)),
  }
}

async function textOf(body: NonNullable<RequestInit['body']>): Promise<string | null> {
  if (typeof body === 'string') return body
  if (body instanceof Blob) return body.text()
  const bytes = body instanceof ArrayBuffer || ArrayBuffer.isView(body) ? body : null
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Compressed, or no UTF-8.
    return null
  }
}
