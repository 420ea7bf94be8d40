import { detectErrorType } from '../../repair/detect-error-type.ts'
import { bodyText, type Recording } from './read-recording.ts'
import type { RecordedExchange } from './recorded.ts'

/** What happened within one minute. */
export interface TimelineBucket {
  /** Its beginning, epoch ms. */
  readonly at: number
  readonly exchanges: number
  readonly failed: number
  readonly repaired: number
  /** Of requests and answers together. */
  readonly bytes: number
}

/** A value with what it counts: exchanges, milliseconds or bytes. */
export interface Ranked {
  readonly name: string
  readonly count: number
}

export interface RecordingSummary {
  readonly exchanges: number
  readonly failed: number
  readonly repaired: number
  /** Exchanges that the cap kept out. */
  readonly dropped: number
  readonly unreadable: number
  /** Epoch ms of the first and the last exchange; null for none. */
  readonly from: number | null
  readonly to: number | null
  readonly bytes: number
  /** Minutes in which something happened, the earliest first. */
  readonly timeline: readonly TimelineBucket[]
  /** The ten first of each. */
  readonly findings: {
    readonly statuses: readonly Ranked[]
    readonly addresses: readonly Ranked[]
    /** Fault types that the answers report. */
    readonly faults: readonly Ranked[]
    /** Ids of exchanges with their milliseconds. */
    readonly slowest: readonly Ranked[]
    /** Ids of exchanges with their bytes. */
    readonly largest: readonly Ranked[]
  }
}

const MINUTE = 60_000
const TOP = 10

const hasFailed = ({ status }: RecordedExchange): boolean => status === 0 || status >= 400
const bytesOf = ({ request, response }: RecordedExchange): number => (request?.bytes ?? 0) + (response?.bytes ?? 0)

/** The largest first; equal ones stay in the order in which they came. */
function top(ranked: readonly Ranked[]): Ranked[] {
  return ranked.toSorted((a, b) => b.count - a.count).slice(0, TOP)
}

function counted(names: readonly string[]): Ranked[] {
  return top([...Map.groupBy(names, (name) => name)].map(([name, own]) => ({ name, count: own.length })))
}

function bucketOf(at: number, own: readonly RecordedExchange[]): TimelineBucket {
  return {
    at,
    exchanges: own.length,
    failed: own.filter(hasFailed).length,
    repaired: own.filter(({ repaired }) => repaired !== null).length,
    bytes: own.reduce((sum, each) => sum + bytesOf(each), 0),
  }
}

/** What a recording holds, without the text of any body. */
export function summariseRecording({ exchanges, dropped, unreadable }: Recording): RecordingSummary {
  const minutes = Map.groupBy(exchanges, ({ at }) => Math.floor(at / MINUTE) * MINUTE)
  const times = exchanges.map(({ at }) => at).sort((a, b) => a - b)
  const { failed, repaired, bytes } = bucketOf(0, exchanges)
  return {
    exchanges: exchanges.length,
    failed,
    repaired,
    dropped,
    unreadable,
    from: times[0] ?? null,
    to: times.at(-1) ?? null,
    bytes,
    // Exchanges stand in the order in which they ended.
    timeline: [...minutes].sort(([a], [b]) => a - b).map(([at, own]) => bucketOf(at, own)),
    findings: {
      statuses: counted(exchanges.map(({ status }) => (status === 0 ? 'no answer' : String(status)))),
      addresses: counted(exchanges.map(({ method, url }) => `${method} ${url}`)),
      faults: counted(exchanges.filter(hasFailed).flatMap(({ response }) => detectErrorType(bodyText(response)) ?? [])),
      slowest: top(exchanges.map(({ id, milliseconds }) => ({ name: id, count: milliseconds }))),
      largest: top(exchanges.map((each) => ({ name: each.id, count: bytesOf(each) }))),
    },
  }
}
