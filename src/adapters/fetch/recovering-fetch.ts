import type { RequestBody } from '../../formats/format.ts'
import type { AdapterOptions } from '../../recovery/calls/call-options.ts'
import { ofOpened, type OpenedResponse, openResponse } from '../wire/open-response.ts'
import { platformResponse } from '../wire/platform-response.ts'
import { contentTypeOf, tapResponse } from '../wire/tap-response.ts'
import { mayGuard, mayRepairUnsent, type WireCall, WireGuard } from '../wire/wire-guard.ts'
import { repairedHeaders } from '../wire/repaired-headers.ts'
import { type FetchArguments, readFetch } from './read-fetch.ts'

/** Options of the wrapper: those that all adapters share. */
export type FetchOptions = AdapterOptions<RequestBody>

/** Any `fetch`: the platform's own, undici's, one that a client was given. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/**
 * A `fetch` that checks and repairs requests to the endpoints of model providers (Anthropic Messages, OpenAI Chat Completions
 * and Responses, Gemini generateContent, with a bearer key Bedrock Converse and InvokeModel with bodies of the Messages API, under
 * any base URL), records turns, and on a structural refusal repairs and sends again within the budget, never after output has
 * reached the caller. A refusal may also say 200 and be the first event of a stream: until that is here, or for three seconds, the
 * stream is held back.
 *
 * Requests that no model answers (counting tokens, batches, caches, `responses.compact`, new conversations) are repaired likewise,
 * and nothing of them is recorded. Not seen: the Responses websocket, which uses no `fetch`; items that are added
 * to a conversation on the server; Gemini's interactions; requests that AWS keys have signed (the client's own middleware reads
 * those before they are).
 *
 * Bodies are read when they are text, bytes, a Blob, or a `Request`; a `ReadableStream` can be sent only once and passes
 * unread. So does every other request, byte for byte, and every healthy one.
 *
 * @throws {OptionsError} when an option does not fit
 * @example
 * const client = new OpenAI({ fetch: recoveringFetch({ store })(fetch) })
 */
export function recoveringFetch(options: FetchOptions = {}): (fetch?: Fetch) => Fetch {
  const guard = new WireGuard(options)
  return (fetch = (input, init) => globalThis.fetch(input, init)) =>
    async (input, init) => {
      const head = readFetch(input, init)
      const isUnsent = mayRepairUnsent(head.method, head.url, head.headers) !== null
      if (!isUnsent && !mayGuard(head.method, head.url, head.headers)) return fetch(input, init)
      const text = await head.text()
      if (text === null) return fetch(input, init)
      const sendAs = async (...given: FetchArguments): Promise<OpenedResponse> =>
        openResponse(platformResponse(await fetch(...given)), guard.clock)
      if (isUnsent) {
        const call = await guard.openUnsent({ ...head, text })
        if (call === null) return fetch(input, init)
        const { sent } = await call.send({ send: () => sendAs(...withRepair([input, init], call.text)), ...ofOpened })
        return sent.response
      }
      const call = await guard.open({ ...head, text })
      if (call === null) return fetch(input, init)
      const send = (): Promise<OpenedResponse> => sendAs(...withRepair([input, init], call.text, call.addedHeaders))
      const { sent, accepted } = await call.send({ send, ...ofOpened })
      const { response } = sent
      return accepted ? tapResponse(response, call.tap(contentTypeOf(response))) : response
    }
}

/** The caller's own arguments while nothing is changed, else new ones: neither `init` nor a Request is written to. */
function withRepair(
  given: FetchArguments,
  text: string | null,
  addedHeaders: WireCall['addedHeaders'] = [],
): FetchArguments {
  if (text === null) return given
  const [input, init] = given
  const former = init?.headers ?? (input instanceof Request ? input.headers : undefined)
  const headers = repairedHeaders(former, addedHeaders, text)
  headers.delete('content-length')
  if (input instanceof Request) return [new Request(input, { ...init, headers, body: text }), undefined]
  return [input, { ...init, headers, body: text }]
}
