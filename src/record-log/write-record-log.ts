import { endingBytes, type LogEntry } from './log-entry.ts'

/** A new line for the log: an object, or its JSON bytes. */
export interface NewLine {
  readonly kind: 'new'
  readonly value: Record<string, unknown> | Uint8Array
}

/** Writes bytes to the target. Its promise may stay pending until the target has accepted them. */
export type WriteBytes = (bytes: Uint8Array) => Promise<void>

export interface WriteOptions {
  /** Ending of new lines and of entries that need one. Default `lf`. */
  readonly ending?: 'lf' | 'crlf'
  /** Bytes buffered before `write` is called. Default 1 MiB. */
  readonly bufferBytes?: number
}

const separators = {
  lf: Buffer.from('\n'),
  crlf: Buffer.from('\r\n'),
  none: Buffer.alloc(0),
  glued: Buffer.alloc(0),
} as const

/**
 * Writes selected entries and new lines as a log. Entries keep their bytes and their ending; an ending is added only to an entry
 * that has none and is followed by another, or was glued, so that the next append is not glued to it.
 */
export async function writeRecordLog(
  lines: AsyncIterable<LogEntry | NewLine> | Iterable<LogEntry | NewLine>,
  write: WriteBytes,
  options: WriteOptions = {},
): Promise<void> {
  const added = separators[options.ending ?? 'lf']
  const limit = options.bufferBytes ?? 1024 * 1024
  let held: Uint8Array[] = []
  let heldBytes = 0
  let owesEnding = false

  const flush = async (): Promise<void> => {
    const bytes = Buffer.concat(held)
    held = []
    heldBytes = 0
    if (bytes.length > 0) await write(bytes)
  }
  const put = (bytes: Uint8Array): void => {
    held.push(bytes)
    heldBytes += bytes.length
  }

  let gluedAtEnd = false
  for await (const line of lines) {
    if (owesEnding) put(added)
    if (line.kind === 'new') {
      put(line.value instanceof Uint8Array ? line.value : Buffer.from(JSON.stringify(line.value)))
      put(added)
      owesEnding = false
      gluedAtEnd = false
    } else {
      put(line.bytes)
      put(separators[line.ending])
      owesEnding = line.kind !== 'blank' && endingBytes[line.ending] === 0
      gluedAtEnd = owesEnding && line.ending === 'glued'
    }
    if (heldBytes >= limit) await flush()
  }
  if (gluedAtEnd) put(added)
  await flush()
}
