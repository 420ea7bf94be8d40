import { TranscriptError } from './transcript-error.ts'
import { isWellFormed } from './well-formed.ts'

/**
 * Runs `look` at the edge of the library: what a getter, a proxy or a cycle in the input throws becomes an error that says
 * which message it was (I12: and nothing of what it holds).
 *
 * @throws {TranscriptError} `unreadable_message`, `unreadable_request`, `too_deep`
 */
export function readable<Result>(messages: readonly unknown[], request: unknown, look: () => Result): Result {
  try {
    return look()
  } catch (cause) {
    if (TranscriptError.isInstance(cause) && cause.code !== 'too_deep') throw cause
    throw explain(messages, request) ?? cause
  }
}

function explain(messages: readonly unknown[], request: unknown): TranscriptError | null {
  const failed = failureOf(() => {
    for (let index = 0; index < messages.length; index += 1) {
      const failure = failureOf(() => isWellFormed(messages[index]))
      if (failure !== null) throw new UnreadableMessage(index, failure.cause)
    }
  })
  if (failed?.cause instanceof UnreadableMessage) {
    const { cause, index } = failed.cause
    if (TranscriptError.isInstance(cause))
      return new TranscriptError(cause.code, `messages[${index}]: ${cause.message}`)
    const hint = 'A getter or a proxy threw, see `cause`. Pass plain JSON data.'
    return new TranscriptError('unreadable_message', `messages[${index}] cannot be read. ${hint}`, cause)
  }
  if (failed !== null)
    return new TranscriptError('unreadable_message', 'The list of messages cannot be read.', failed.cause)
  const failure = failureOf(() => isWellFormed(request))
  if (failure === null) return null
  return new TranscriptError('unreadable_request', 'The request cannot be read, see `cause`.', failure.cause)
}

class UnreadableMessage {
  readonly index: number
  readonly cause: unknown

  constructor(index: number, cause: unknown) {
    this.index = index
    this.cause = cause
  }
}

function failureOf(look: () => unknown): { readonly cause: unknown } | null {
  try {
    look()
    return null
  } catch (cause) {
    return { cause }
  }
}
