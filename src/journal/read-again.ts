import { JournalError } from './journal-error.ts'

const TRIES = 10

/** Repeats a read that failed with `busy`, since another process compacted the records meanwhile. */
export async function readAgain<Value>(read: () => Promise<Value>): Promise<Value> {
  for (let tried = 1; ; tried += 1)
    try {
      return await read()
    } catch (cause) {
      if (!JournalError.isInstance(cause) || cause.code !== 'busy' || tried === TRIES) throw cause
    }
}
