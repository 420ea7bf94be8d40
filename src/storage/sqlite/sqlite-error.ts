import { StoreError, type StoreErrorCode } from '../store-error.ts'

/** SQLite's primary result codes (sqlite.org/rescode.html), and extended ones (primary code in the low byte) where they say more. */
const CODES: Record<number, readonly [StoreErrorCode, string]> = {
  3: ['read_only', 'This user may not use the session store.'],
  5: ['locked', 'The session store is locked by another process.'],
  6: ['locked', 'The session store is locked.'],
  8: ['read_only', 'The session store cannot be written.'],
  10: ['io', 'The session store could not be read or written.'],
  11: ['corrupt', 'The session store is damaged.'],
  13: ['disk_full', 'There is no space left for the session store.'],
  14: ['cannot_open', 'The session store cannot be opened.'],
  15: ['locked', 'The session store is locked by another process.'],
  18: ['too_large', 'A value is larger than SQLite can store.'],
  19: ['invalid_row', 'A row contradicts the schema of the session store.'],
  26: ['corrupt', 'The file is not a SQLite database.'],
  // SQLITE_IOERR_SHMSIZE: the index of the log, which readers need too, could not grow.
  4874: ['disk_full', 'There is no space left for the session store.'],
}

/** Converts an error of SQLite to a `StoreError`; any other error is returned as it is. */
export function toStoreError(cause: unknown, path: string): unknown {
  if (StoreError.isInstance(cause)) return cause
  if (!(cause instanceof Error)) return cause
  if ('errcode' in cause && typeof cause.errcode === 'number') {
    const [code, message] = CODES[cause.errcode] ??
      CODES[cause.errcode & 0xff] ?? ['io', 'SQLite refused the operation.']
    return new StoreError({ code, message, path, cause })
  }
  // A damaged row may contain an integer that JavaScript cannot represent.
  const isRange = 'code' in cause && cause.code === 'ERR_OUT_OF_RANGE'
  return isRange
    ? new StoreError({ code: 'invalid_row', message: 'A stored number is out of range.', path, cause })
    : cause
}
