import { TranscriptError } from './transcript-error.ts'
import { isWellFormed } from './well-formed.ts'

/**
 * Runs `look` at the edge of the library: what a getter, a proxy or a cycle in the input throws becomes an error that says
 * which message it was (I12: and nothing of what it holds).
 *
 * @throws {TranscriptError} `unreadable_message`, `unreadable_request`, `too_deep`
 */
export function readable<Result>(messages: unknown, request: unknown, look: () => Result): Result {
  try {
    return look()
  } catch (cause) {
    if (TranscriptError.isInstance(cause) && cause.code !== 'too_deep') throw cause
    throw explain(messages as readonly unknown[] | null, request) ?? cause
  }
}

function explain(messages: readonly unknown[] | null, request: unknown): TranscriptError | null {
  let what = aList
  try {
    for (let index = 0; index < (messages?.length ?? 0); index += 1) {
      const message = messages![index]
      what = `messages[${index}]`
      isWellFormed(message, 1)
      what = aList
    }
    what = aRequest
    isWellFormed(request)
    return null
  } catch (cause) {
    if (what !== aRequest && TranscriptError.isInstance(cause))
      return new TranscriptError(cause.code, `${what}: ${cause.message}`)
    const code = what === aRequest ? 'unreadable_request' : 'unreadable_message'
    return new TranscriptError(
      code,
      `${what} cannot be read: something in it threw, see \`cause\`. Pass plain JSON data.`,
      cause,
    )
  }
}

const aList = 'The list of messages'
const aRequest = 'The request'
