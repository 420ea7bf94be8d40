import { open, type FileHandle } from 'node:fs/promises'
import { leavePair, PAIR_BYTES, takePair } from './chunk-pair.ts'
import type { LogEntry } from './log-entry.ts'
import type { LogSummary } from './log-summary.ts'
import { RecordLogError } from './record-log-error.ts'
import { RecordLogScanner, type ScanOptions } from './record-log-scanner.ts'

/** A running scan. It can be read once. */
export interface RecordLogScan extends AsyncIterable<LogEntry> {
  /** The counts so far; complete when the iteration is done. */
  readonly summary: LogSummary
  /** The same entries, in one batch per chunk: cheaper than one by one. */
  batches(): AsyncIterable<readonly LogEntry[]>
}

/** `chunkBytes` for callers that read only the first records, often of thousands of files. */
export const HEAD_BYTES: number = 64 * 1024

export interface ScanSourceOptions extends ScanOptions {
  /** Bytes per read of a file, unless `isTransient`. Default 512 KiB. */
  readonly chunkBytes?: number
}

type ReadChunk = (file: FileHandle) => Promise<Uint8Array>

/** Reads into memory that is never reused, since entries are views of it. A short read leaves the rest of its buffer to the next. */
function freshChunks(chunkBytes: number): ReadChunk {
  let room: Uint8Array = new Uint8Array(0)
  return async (file) => {
    if (room.length === 0) room = Buffer.allocUnsafeSlow(chunkBytes)
    const { bytesRead } = await file.read(room)
    const chunk = room.subarray(0, bytesRead)
    room = room.subarray(bytesRead)
    return chunk
  }
}

async function* readChunks(path: string, readChunk: ReadChunk): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw new RecordLogError('unreadable', 'The log cannot be opened', { cause })
  })
  let ahead = readChunk(file)
  try {
    for (;;) {
      const chunk = await ahead.catch((cause: unknown) => {
        throw new RecordLogError('unreadable', 'The log cannot be read to its end', { cause })
      })
      if (chunk.length === 0) return
      // The next chunk is read while this one is parsed.
      ahead = readChunk(file)
      yield chunk
    }
  } finally {
    await ahead.catch(() => undefined)
    await file.close()
  }
}

/** The chunks of a file in two alternating buffers: each chunk is overwritten when the second next is read. */
async function* readPassing(path: string): AsyncGenerator<Uint8Array> {
  const pair = takePair()
  let reads = 0
  try {
    yield* readChunks(path, async (file) => {
      const buffer = pair[(reads++ & 1) as 0 | 1]
      const { bytesRead } = await file.read(buffer)
      return buffer.subarray(0, bytesRead)
    })
  } finally {
    leavePair(pair)
  }
}

function chunksOf(
  path: string,
  { chunkBytes = PAIR_BYTES, isTransient }: ScanSourceOptions,
): AsyncIterable<Uint8Array> {
  return isTransient ? readPassing(path) : readChunks(path, freshChunks(chunkBytes))
}

/**
 * Scans an append-only log of JSON objects, one per line, in constant memory. Damage is an entry, not an exception.
 *
 * @param source a path, or the bytes themselves in chunks of any size
 * @throws RecordLogError `unreadable` when the file cannot be opened or read
 * @example
 * const scan = scanRecordLog('session.jsonl')
 * for await (const entry of scan) if (entry.kind === 'damaged') console.error(entry.line, entry.reason)
 * scan.summary.records
 */
export function scanRecordLog(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array> | string,
  options: ScanSourceOptions = {},
): RecordLogScan {
  const scanner = new RecordLogScanner(options)
  const chunks = typeof source === 'string' ? chunksOf(source, options) : source

  async function* batches(): AsyncGenerator<readonly LogEntry[]> {
    for await (const chunk of chunks) {
      const entries = scanner.push(chunk)
      if (entries.length > 0) yield entries
    }
    const rest = scanner.end()
    if (rest.length > 0) yield rest
  }

  return { summary: scanner.summary, batches, [Symbol.asyncIterator]: () => oneByOne(batches()) }
}

/** Written by hand: `yield*` in an async generator awaits three times per entry, which halves the speed of the whole scan. */
function oneByOne(batches: AsyncGenerator<readonly LogEntry[]>): AsyncIterator<LogEntry> {
  let batch: readonly LogEntry[] = []
  let index = 0
  const refill = async (): Promise<IteratorResult<LogEntry>> => {
    const next = await batches.next()
    if (next.done) return { done: true, value: undefined }
    batch = next.value
    index = 1
    return { done: false, value: batch[0]! }
  }
  return {
    next() {
      const value = batch[index]
      if (value === undefined) return refill()
      index += 1
      return Promise.resolve({ done: false, value })
    },
    async return() {
      await batches.return(undefined)
      return { done: true, value: undefined }
    },
  }
}
