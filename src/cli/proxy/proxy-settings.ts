import { resolve } from 'node:path'
import type { Loss } from '../../faults/loss.ts'
import type { RecoveryReport } from '../../recovery/recovery-report.ts'
import { SessionRecoveryError } from '../../errors/session-recovery-error.ts'
import { longestTimer } from '../../json/longest-timer.ts'
import { makeFolders } from '../../files/make-folders.ts'
import { createProxy, type Proxy } from '../../proxy/create-proxy.ts'
import type { ProxyEvent, ProxyOptions } from '../../proxy/proxy-options.ts'
import { createRecorder } from '../../proxy/recording/create-recorder.ts'
import { routes } from '../../proxy/routes.ts'
import type { SessionStore } from '../../storage/session-store.ts'
import { closeAll } from '../store/close-all.ts'
import { openServingStore } from '../store/open-store.ts'
import { parsePort } from '../parse-port.ts'
import { parseCount } from '../sessions/parse-when.ts'
import type { Invocation } from '../table/command.ts'

/** A command's handlers for the proxy's reports. */
export interface Listener {
  /** The id of the program's session, for requests that name none. */
  readonly session?: string | undefined
  onRepair(report: RecoveryReport): void
  onEvent?(event: ProxyEvent): void
  /** A recording could not be written; the exchange went through. */
  readonly onRecordError?: (error: unknown) => void
}

const mebibyte = 1024 * 1024

/** In seconds; Node cuts a longer one to 1 ms or warns at each request. */
const longestTimeout = Math.floor(longestTimer / 1000)

/** With 0 every request would be refused, and every exchange left out. */
const notNothing = { from: 1 }

/** The proxy's settings from a command line, without its stores; the listener gets its repairs. */
export function proxySettings(
  { options }: Pick<Invocation, 'options'>,
  listener: Listener,
  upstreams: Readonly<Record<string, string>> = {},
): ProxyOptions {
  const port = options.text('port')
  const budget = countOf(options, 'budget')
  const timeout = countOf(options, 'timeout', { to: longestTimeout })
  const maxBody = countOf(options, 'max-body', notNothing)
  const allow = options.text('allow')
  return {
    upstreams: { ...upstreams, ...upstreamsOf(options.list('upstream')) },
    mode: options.flag('observe') ? 'observe' : 'repair',
    // The user knows the session only by the id that resumes the program.
    onRepair: (report, clientSession) => listener.onRepair({ ...report, sessionID: clientSession ?? listener.session }),
    onEvent: (event) => listener.onEvent?.(event),
    ...(port !== undefined && { port: parsePort(port, 'port') }),
    ...(budget !== undefined && { budget }),
    ...(timeout !== undefined && { timeout: timeout * 1000 }),
    ...(maxBody !== undefined && { maxBody: maxBody * mebibyte }),
    ...(allow !== undefined && { allow: allow as Loss }),
  }
}

/**
 * Starts the proxy that the options of a command describe. It is closed with the stores that it writes.
 *
 * @throws CliError `usage`
 */
export async function startProxy(
  invocation: Invocation,
  listener: Listener,
  upstreams: Readonly<Record<string, string>> = {},
): Promise<Proxy> {
  const { options } = invocation
  const given = proxySettings(invocation, listener, upstreams)
  const cap = countOf(options, 'record-cap', notNothing)
  const path = options.text('store')
  const record = options.text('record')
  // A folder that cannot be created is reported before a program relies on it.
  if (record !== undefined) makeFolders(resolve(record))
  const store = path === undefined ? undefined : await openServingStore(path)
  const journal = record === undefined ? undefined : await openJournal(record)
  const recorder =
    journal &&
    createRecorder({
      store: journal,
      ...(cap !== undefined && { maxSize: cap * mebibyte }),
      onError: listener.onRecordError,
    })
  const settings: ProxyOptions = { ...given, ...(store && { store }), ...(recorder && { recorder }) }
  try {
    const proxy = await createProxy(settings)
    return { ...proxy, close: () => closeAll(proxy, journal, store) }
  } catch (cause) {
    await Promise.allSettled([store?.close(), journal?.close()])
    throw cause
  }
}

function countOf(
  options: Invocation['options'],
  name: string,
  limits?: Parameters<typeof parseCount>[2],
): number | undefined {
  const text = options.text(name)
  return text === undefined ? undefined : parseCount(text, name, limits)
}

/** Loaded when something is recorded. */
async function openJournal(folder: string): Promise<SessionStore> {
  const { createJournalStore } = await import('../../storage/journal/create-journal-store.ts')
  return createJournalStore(folder, { durability: 'interval' })
}

/** `--upstream anthropic=URL` for one provider, `--upstream URL` for all. */
function upstreamsOf(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.flatMap((text) => {
      const [, name, url] = /^([\w.-]+)=(.*)$/.exec(text) ?? []
      return name === undefined ? routes.map((route) => [route.name, text]) : [[name, url ?? '']]
    }),
  ) as Record<string, string>
}

/** One line for a person about a recording that has a gap. */
export const recordingLine = (error: unknown): string =>
  `The recording failed: ${error instanceof Error ? error.message : String(error)}`

/** One line for a person about a repair: what was wrong, what it cost. Never what was said (I12). */
export function repairLine({ outcome, detected, faults, loss, sessionID, cause }: RecoveryReport): string {
  const types = [...new Set(faults.map(({ type }) => type))]
  const what = types.length > 0 ? types.join(', ') : (detected?.type ?? 'request')
  const where = sessionID === undefined ? '' : ` in ${sessionID}`
  const code = SessionRecoveryError.isInstance(cause) ? ` ${cause.code}` : ''
  const why = outcome === 'failed' && cause instanceof Error ? ` (${cause.name}${code})` : ''
  return `${outcome}: ${what}${where}, loss ${loss}${why}`
}
