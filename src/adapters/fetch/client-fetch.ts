import { demandObject } from '../../errors/check-options.ts'
import { type Fetch, type FetchOptions, recoveringFetch } from './recovering-fetch.ts'

/** Options of adapters for clients that take a `fetch`. */
export interface ClientFetchOptions extends FetchOptions {
  /** The `fetch` that finally sends. Default: the platform's. */
  readonly fetch?: Fetch
}

/** The part of a client's options that makes it repair its requests. */
export interface ClientFetch {
  readonly fetch: Fetch
}

/**
 * The `fetch` option of a client, around the one that it would have used.
 *
 * @throws {OptionsError} when an option does not fit
 */
export function clientFetch(given: ClientFetchOptions): ClientFetch {
  demandObject(given)
  const { fetch, ...options } = given
  return { fetch: recoveringFetch(options)(fetch) }
}
