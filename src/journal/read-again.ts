import { JournalError } from './journal-error.ts'

const TRIES = 10

/** Reads once more what another writer has squeezed while it was read: what was asked for stands elsewhere by then. */
export async function readAgain<Value>(read: () => Promise<Value>): Promise<Value> {
  for (let tried = 1; ; tried += 1)
    try {
      return await read()
    } catch (cause) {
      if (!JournalError.isInstance(cause) || cause.code !== 'busy' || tried === TRIES) throw cause
    }
}
