import {
  amount,
  checkArgument,
  checkOptions,
  type OptionRule,
  required,
  withoutDefault,
  yesOrNo,
} from '../../errors/check-options.ts'
import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { interruptionMarker, recoveredPrompt, withMessages, withoutPending } from './interrupted-turn.ts'
import type { RunEvent } from './run-event.ts'
import { partialOutput } from './partial-output.ts'
import type { HermesSession } from './session-copy.ts'

/** The known state of the program. */
export interface PendingCircumstances {
  /** Seconds since 1970. */
  readonly now: number
  readonly streamAlive: boolean
  /** Another process holds the session's lock: look again at the next load. */
  readonly lockHeld?: boolean
  readonly cancelInProgress?: boolean
  /** The session was compressed into another one that continues it. */
  readonly hasContinuation?: boolean
  /** The events of the turn's run; undefined while they cannot be read. */
  readonly run?: readonly RunEvent[] | undefined
}

/** The session after its pending turn was restored, or why it was left alone. */
export interface PendingOutcome {
  readonly repaired: boolean
  /** By identity when nothing was repaired (I1). */
  readonly session: HermesSession
  readonly why?:
    | 'nothing_pending'
    | 'stream_alive'
    | 'locked'
    | 'cancel_in_progress'
    | 'continued_elsewhere'
    | 'just_started'
}

/** A turn that began so lately that its worker may be about to report. Seconds. */
const GRACE_S = 30
const MAX_RETRIES = 12
const MAX_RETRY_AGE_S = 86_400

function refusal(session: HermesSession, at: PendingCircumstances): PendingOutcome['why'] | undefined {
  if (session['pending_user_message'] == null || session['pending_user_message'] === '') return 'nothing_pending'
  if (at.lockHeld) return 'locked'
  if (at.streamAlive) return 'stream_alive'
  if (at.cancelInProgress) return 'cancel_in_progress'
  if (at.hasContinuation) return 'continued_elsewhere'
  const started = session['pending_started_at']
  return typeof started === 'number' && at.now - started < GRACE_S ? 'just_started' : undefined
}

const sessionRule: OptionRule<unknown> = {
  fallback: undefined,
  takes: 'a session of Hermes WebUI, with its list of messages',
  accepts: (value) => isRecord(value) && Array.isArray(value['messages']),
}
const known = {
  now: required(withoutDefault(amount(0, 0))),
  streamAlive: yesOrNo(false),
  lockHeld: yesOrNo(false),
  cancelInProgress: yesOrNo(false),
  hasContinuation: yesOrNo(false),
  run: eventsOf(),
}

function eventsOf(): OptionRule<readonly RunEvent[] | undefined> {
  const accepts = (value: unknown): boolean => Array.isArray(value) && value.every(isRecord)
  return { fallback: undefined, takes: 'a list of events', accepts }
}

/** @throws OptionsError when the value is no session, or a circumstance is unknown or invalid */
function checkGiven(session: unknown, at: object, rules: Readonly<Record<string, OptionRule<unknown>>> = known): void {
  checkArgument('session', session, sessionRule)
  checkOptions(at, rules)
}

/** Whether a run recorded its own end: then the answer is whole and needs no marker. */
function isCompleted(run: readonly RunEvent[]): boolean {
  return run.some(({ event }) => event === 'done')
}

/**
 * Puts the prompt of a turn that nobody works on any more into the session, what its run had already written behind it, and one
 * marker that claims no cause. Never resumes a call and never invents an answer.
 *
 * @throws OptionsError for what is no session, or no such circumstance
 * @example
 * const { repaired, session } = restorePending(stored, { now: Date.now() / 1000, streamAlive: false, run })
 */
export function restorePending(session: HermesSession, at: PendingCircumstances): PendingOutcome {
  checkGiven(session, at, { ...known, streamAlive: required(known.streamAlive) })
  const why = refusal(session, at)
  if (why !== undefined) return { repaired: false, session, why }
  const started = typeof session['pending_started_at'] === 'number' ? session['pending_started_at'] : undefined
  const attachments = session['pending_attachments']
  const streamID = typeof session['active_stream_id'] === 'string' ? session['active_stream_id'] : undefined
  const prompt = recoveredPrompt(session['pending_user_message'], undefined, started, listOf(attachments))
  const run = ownEvents(at.run ?? [], session['session_id'])
  const output = partialOutput(run, streamID)
  const retry = {
    recovery_state: run.length > 0 ? 'recovered' : 'pending_retry',
    ...(run.length === 0 && { _recovery_retries: 0, _recovery_since: at.now }),
    ...(streamID !== undefined && { stream_id: streamID }),
  }
  const marker = isCompleted(run) ? [] : [interruptionMarker(undefined, started, retry)]
  return {
    repaired: true,
    session: withoutPending(withMessages(session, [prompt, ...output, ...marker], [prompt, ...output])),
  }
}

/** The events of a run that belong to this session: those that name it, or name none. */
function ownEvents(run: readonly RunEvent[], sessionID: unknown): readonly RunEvent[] {
  return run.filter((event) => event.session_id === undefined || event.session_id === sessionID)
}

/**
 * Looks for the output of an interrupted turn once more, as slow file systems show it late: at most twelve times
 * and for a day; then the marker stops promising. Output that is there already is not put there twice.
 *
 * @throws OptionsError for what is no session, or no such circumstance
 * @example
 * const { repaired, session } = retryPendingOutput(stored, { now: Date.now() / 1000, run })
 */
export function retryPendingOutput(
  session: HermesSession,
  at: Pick<PendingCircumstances, 'now' | 'run'>,
): PendingOutcome {
  checkGiven(session, at)
  const index = session.messages.findIndex(
    (message) =>
      typeof message === 'object' && message !== null && Reflect.get(message, 'recovery_state') === 'pending_retry',
  )
  const marker = session.messages[index] as Readonly<Record<string, unknown>> | undefined
  if (!marker) return { repaired: false, session, why: 'nothing_pending' }
  const { _recovery_retries: retries, _recovery_since: since, ...settled } = marker
  const run = ownEvents(at.run ?? [], session['session_id'])
  const output = partialOutput(run, typeof marker['stream_id'] === 'string' ? marker['stream_id'] : undefined)
  const put = (added: readonly object[], now: object): HermesSession => ({
    ...session,
    messages: [...session.messages.slice(0, index), ...added, now, ...session.messages.slice(index + 1)],
  })
  if (output.length > 0) return { repaired: true, session: put(output, { ...settled, recovery_state: 'recovered' }) }
  const tried = typeof retries === 'number' ? retries : 0
  const isOver = tried >= MAX_RETRIES || (typeof since === 'number' && at.now - since >= MAX_RETRY_AGE_S)
  const next = isOver ? { ...settled, recovery_state: 'neutral' } : { ...marker, _recovery_retries: tried + 1 }
  return { repaired: true, session: put([], next) }
}

/**
 * Whether a worker that reports late may put its answer where the marker of the same turn stands.
 *
 * @example
 * if (mayReplaceMarker(session, prompt)) messages = [...session.messages.slice(0, -1), answer]
 */
export function mayReplaceMarker(session: HermesSession, prompt: string): boolean {
  checkArgument('session', session, sessionRule)
  const marker = session.messages.at(-1)
  const isMarker = typeof marker === 'object' && marker !== null && Reflect.get(marker, 'type') === 'interrupted'
  const asked = session.messages.findLast(
    (message) => typeof message === 'object' && message !== null && Reflect.get(message, 'role') === 'user',
  )
  return isMarker && typeof asked === 'object' && asked !== null && Reflect.get(asked, 'content') === prompt
}
