import { SessionRecoveryError } from '../errors/session-recovery-error.ts'
import type { ServerResponse } from 'node:http'

/** Why the proxy itself answers, with the status that it answers with. */
export const proxyErrors = {
  absolute_form_refused: 400,
  foreign_host_refused: 403,
  foreign_page_refused: 403,
  tunnel_refused: 405,
  request_too_large: 413,
  proxy_failed: 500,
  upgrade_refused: 501,
  upstream_unreachable: 502,
  upstream_timeout: 504,
} as const

export type ProxyErrorCode = keyof typeof proxyErrors

/** An answer of the proxy's own. Its message never holds anything of a request but what the caller addressed (I12). */
export class ProxyError extends SessionRecoveryError<ProxyErrorCode> {
  static override readonly brand: string = 'ProxyError'

  constructor(code: ProxyErrorCode, message: string, cause?: unknown) {
    super(code, message, { cause })
  }

  get status(): number {
    return proxyErrors[this.code]
  }

  /** The error as every provider's client reads it: Anthropic's `type`, OpenAI's and Google's `error.message`. */
  get body(): string {
    const message = `session-recovery proxy: ${this.message}`
    return JSON.stringify({ type: 'error', error: { type: this.code, code: this.code, message } })
  }
}

/** Answers with an error, or cuts the connection when an answer has begun, or nobody is left to read one. */
export function answerError(response: ServerResponse, error: ProxyError): void {
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  const body = error.body
  response.writeHead(error.status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    // What is left of the request is not read.
    connection: 'close',
  })
  response.end(body)
}
