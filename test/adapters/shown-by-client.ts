import { MiddlewareError } from 'langchain'

/** Ids and times that are made anew for every call. */
const passing =
  /[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z|"(?:date|retry|x-[a-z-]+)":"[^"]*"|127\.0\.0\.1:\d+|"id":"aitxt-\w+"|"langgraph_step":\d|"\w*(?:[tT]ime|Ms|PerSecond|tokens)\w*":[\d.]+/g

/** What a client shows, or throws, as a text that is the same for the same call. */
export const shownByClient = (value: unknown): string =>
  String(JSON.stringify(value, (_key, inner: unknown) => told(inner))).replace(passing, '…')

/** An error, down to what caused it. */
function told(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  // LangChain does so with all that a middleware passes on: the error itself is the cause.
  if (MiddlewareError.isInstance(error)) return told(error.cause)
  const { cause, name, message } = error
  return { class: error.constructor.name, name, message, ...(cause !== undefined && { cause: told(cause) }) }
}
