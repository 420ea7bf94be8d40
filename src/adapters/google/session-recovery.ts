import { clientFetch, type ClientFetch, type ClientFetchOptions } from '../fetch/client-fetch.ts'

/** Options of the adapter: those that all adapters share, and the client's own `fetch`. */
export type GoogleOptions = ClientFetchOptions

/**
 * HTTP options for the official client (`@google/genai` 3, and 2 from 2.23, which is the first to take a `fetch`; AI Studio and
 * Vertex AI): `generateContent` and its stream, chats included, are checked and repaired before they are sent and after a structural
 * refusal, and so are `countTokens`, `caches.create` and inlined batches. `interactions.create` is not read: its threads lie on the
 * server, and expire there. The Live API (`live.connect`) speaks over a websocket, which uses no `fetch`.
 *
 * @throws {OptionsError} when an option does not fit
 * @example
 * const ai = new GoogleGenAI({ apiKey, httpOptions: { ...sessionRecovery({ store }) } })
 */
export function sessionRecovery(options: GoogleOptions = {}): ClientFetch {
  return clientFetch(options)
}
