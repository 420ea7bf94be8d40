import { Readable } from 'node:stream'

interface Outgoing {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string
}

/** The SDK's own handler speaks nothing but HTTP/2. */
export const handlerTo = (url: string): object => ({
  metadata: { handlerProtocol: 'http/1.1' },
  handle: async ({ method, path, headers, body }: Outgoing) => {
    const answer = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
    const chunks = Readable.from((answer.body ?? []) as AsyncIterable<Uint8Array>)
    return { response: { statusCode: answer.status, headers: Object.fromEntries(answer.headers), body: chunks } }
  },
})
