import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../json/at-most.ts'
import { tell } from '../../recovery/tell.ts'
import type { SessionStore } from '../../storage/session-store.ts'
import { type ExchangeRecorder, recordExchange } from './record-exchange.ts'
import type { Recorded, RecordedExchange, RecordedValue } from './recorded.ts'

export interface RecorderOptions {
  /** Where recordings go: a journal, or any other store. */
  readonly store: SessionStore
  /** Characters of one recording; what would exceed them is counted, and told in a record of its own. Default 1 Gi. */
  readonly maxSize?: number
  /** Characters of one body that are kept. Default 8 Mi. */
  readonly maxBody?: number
  readonly now?: () => number
  /** A recording that fails never fails the exchange; told once per failure. */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** What a recorder has done until now. */
export interface RecorderStatus {
  readonly recordingID: string
  /** Exchanges that are durable. */
  readonly exchanges: number
  /** Exchanges that were not kept: above the cap, or because the store failed. */
  readonly dropped: number
  /** Characters written, of at most `maxSize`. */
  readonly size: number
  readonly maxSize: number
  /** Epoch ms; null before the first exchange is durable. */
  readonly lastWrittenAt: number | null
  /** What the store said when it failed last. */
  readonly lastError: unknown
}

export interface Recorder {
  readonly recordingID: string
  status(): RecorderStatus
  begin(method: string, url: string, rawHeaders: readonly string[]): ExchangeRecorder
  /** Waits for what is under way, and tells what was dropped. */
  close(): Promise<RecorderStatus>
}

/** Records what goes through the proxy: one recording, in the order in which exchanges end. */
export function createRecorder(options: RecorderOptions): Recorder {
  const { store, maxSize = 2 ** 30, maxBody = 8 * 2 ** 20, now = Date.now, onError } = options
  const recordingID = `${new Date(now()).toISOString().replaceAll(/[-:]|\..*/g, '')}_${randomBytes(5).toString('hex')}`
  /** Digests that are stored already. Forgetting one costs space, never content. */
  const known = new LRUCache<string, true>(atMost(100_000))
  let size = 0
  let exchanges = 0
  let dropped = 0
  /** Of the dropped ones, those that the recording tells. */
  let told = 0
  let lastWrittenAt: number | null = null
  let lastError: unknown = null
  let number = 0
  let writing: Promise<void> = Promise.resolve()

  const append = async (records: readonly Recorded[]): Promise<void> => {
    const untold: readonly Recorded[] = dropped > told ? [{ kind: 'dropped', exchanges: dropped - told }] : []
    const telling = dropped
    await store.messages.append(
      recordingID,
      [...untold, ...records].map((raw) => ({ raw: { ...raw } })),
    )
    told = telling
    lastWrittenAt = now()
  }

  /** Losses are recorded at once and then at each doubling: a recorder that is killed has told them, and a full one writes no flood. */
  const drop = async (): Promise<void> => {
    dropped += 1
    if (dropped >= told * 2) await append([])
  }

  const keep = async (exchange: RecordedExchange, values: readonly RecordedValue[]): Promise<void> => {
    const fresh = new Map(values.filter(({ digest }) => !known.has(digest)).map((value) => [value.digest, value]))
    const records = [...fresh.values(), exchange]
    const length = JSON.stringify(records).length
    if (size + length > maxSize) return drop()
    try {
      await append(records)
    } catch (cause) {
      dropped += 1
      throw cause
    }
    // Only now may another exchange refer to them.
    for (const digest of fresh.keys()) known.set(digest, true)
    size += length
    exchanges += 1
  }

  const enqueue = (work: () => Promise<void>): void => {
    writing = writing.then(work).catch((cause: unknown) => {
      lastError = cause
      tell(onError, cause)
    })
  }

  const status = (): RecorderStatus => ({
    recordingID,
    exchanges,
    dropped,
    size,
    maxSize,
    lastWrittenAt,
    lastError,
  })

  return {
    recordingID,
    status,
    begin: (method, url, rawHeaders) =>
      recordExchange({ at: now(), method, url, rawHeaders, maxBody }, (exchange, values) => {
        number += 1
        const numbered: RecordedExchange = { kind: 'exchange', id: `x${number}`, ...exchange }
        enqueue(() => keep(numbered, values))
      }),
    async close() {
      enqueue(async () => {
        if (dropped > told) await append([])
      })
      await writing
      return status()
    },
  }
}
