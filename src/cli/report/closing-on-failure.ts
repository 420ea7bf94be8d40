import { type ShownError, toShownError } from '../cli-error.ts'
import { Unread } from '../output/data-stream.ts'

/** An error that ended a document early. Its message and remedy name files, so they are left out where names are hidden. */
export type DocumentError = Pick<ShownError, 'code'> & Partial<Pick<ShownError, 'message' | 'remedy'>>

/**
 * Runs the work on a document that has begun. When it fails, `fail` closes the document, so that it can still be parsed; the
 * error goes on to whoever tells it.
 */
export async function closingOnFailure<T>(
  isRedacted: boolean,
  work: () => Promise<T>,
  fail: (error: DocumentError) => Promise<void>,
): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (!Unread.isInstance(cause)) {
      const { code, message, remedy } = toShownError(cause)
      await fail(isRedacted ? { code } : { code, message, remedy })
    }
    throw cause
  }
}
