import { clientFetch, type ClientFetch, type ClientFetchOptions } from '../fetch/client-fetch.ts'

/** Options of the adapter: those that all adapters share, and the client's own `fetch`. */
export type OpenAIOptions = ClientFetchOptions

/**
 * Options for the official client (`openai` 7, Azure and every compatible base URL): Chat Completions and Responses, plain and
 * streaming, are checked and repaired before they are sent and after a structural refusal, and so are `responses.inputTokens.count`,
 * `responses.compact` and `conversations.create`. Two ways offer no seam: the Responses websocket, which uses
 * no `fetch`, and `conversations.items.create`, whose conversation lies on the server. Base URL and model tell the dialect
 * (DeepSeek, Mistral, vLLM...); the option `dialect` settles it.
 *
 * @throws {OptionsError} when an option does not fit
 * @example
 * const client = new OpenAI({ ...sessionRecovery({ store }) })
 */
export function sessionRecovery(options: OpenAIOptions = {}): ClientFetch {
  return clientFetch(options)
}
