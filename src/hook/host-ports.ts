import { systemClock } from '../recovery/clock.ts'
import { CallTurn } from '../recovery/calls/call-turn.ts'
import { knownDigests } from '../recovery/sessions/known-digests.ts'
import type { Claim } from '../recovery/session-claims.ts'
import type { Committed, Conversation, RecoveryPorts } from '../recovery/recovery-ports.ts'
import { addStanding } from '../recovery/calls/standing-request.ts'
import type { SessionStore } from '../storage/session-store.ts'
import { StoreError } from '../storage/store-error.ts'
import { checkFormat } from './check-format.ts'
import type { ResolvedHookOptions } from './hook-options.ts'
import type { LoadedSession, RecoveryHost } from './recovery-host.ts'
import { findResumeConfig } from './resume-config.ts'

/** A session of a host in the form in which the engine repairs it. */
interface HostConversation extends Conversation {
  readonly session: LoadedSession
}

/** Stops the running turn: first by the caller's callback, then by the host. */
type StopTurn = (sessionID: string) => Promise<void>

/** The engine's ports to one session of a host. */
export function hostPorts(
  host: RecoveryHost,
  sessionID: string,
  options: ResolvedHookOptions,
  stopTurn: StopTurn,
): RecoveryPorts<HostConversation> {
  const { abortBeforeRepair, autoResume } = options.experimental
  const { resume } = host
  return {
    ...(abortBeforeRepair && { abort: () => stopTurn(sessionID) }),
    async load() {
      const session = host.load ? await host.load(sessionID) : await loadStored(host, sessionID, options)
      if (session === null) return null
      const { format, messages, request } = session
      return { session, format, messages, ...(request && { request }), evidenceOf: sessionID, isWhole: true }
    },
    commit: ({ result }, { session }, lease) =>
      result.changed ? commit(host, sessionID, result, session, lease) : Promise.resolve(undefined),
    ...(resume &&
      autoResume && {
        async resume({ replays, result }: Committed, { session }: HostConversation, lease: Claim['lease']) {
          const turn = await resumedTurn(host, sessionID, result.messages, options, lease)
          try {
            await resume.call(host, sessionID, {
              ...findResumeConfig(sessionID, session.data ?? []),
              ...(result.request && { request: result.request }),
              ...(result.betas && { betas: result.betas }),
              ...(replays && { replay: true }),
            })
          } catch (cause) {
            await turn.advance('interrupted', { failed: true })
            throw cause
          }
          await turn.complete()
          return true
        },
      }),
  }
}

/**
 * Records the turn in which the host runs the conversation again, so that the next start knows of it if the process dies. Throws when
 * another process has taken the session over since the repair: two would run one conversation.
 */
async function resumedTurn(
  { store }: RecoveryHost,
  sessionID: string,
  messages: readonly unknown[],
  { clock = systemClock, timeoutMs: ms }: ResolvedHookOptions,
  lease: Claim['lease'],
): Promise<CallTurn> {
  let lost: unknown
  const turn = new CallTurn(() => {
    if (store === undefined) return null
    const provenance = { prefixDigest: knownDigests(messages).at(-1) ?? '' }
    return {
      store,
      sessionID,
      provenance,
      lease,
      timeLimit: { clock, ms },
      // The store has just accepted the repair; if it fails now, resuming matters more than recording the turn (I10).
      onBroken: (cause) => (lost = StoreError.isInstance(cause) && cause.code === 'lease_lost' ? cause : undefined),
    }
  })
  await turn.begin()
  if (lost !== undefined) throw lost
  return turn
}

async function loadStored(
  { store }: RecoveryHost,
  sessionID: string,
  { format }: ResolvedHookOptions,
): Promise<LoadedSession | null> {
  const stored = await store?.messages.load(sessionID)
  if (!stored) return null
  const messages = stored.messages.map((message) => message.raw)
  checkFormat(format, messages)
  return {
    format,
    messages,
    data: stored.messages.map(({ meta }) => ({ info: meta })),
    revision: stored.revision,
  }
}

async function commit(
  host: RecoveryHost,
  sessionID: string,
  result: Committed['result'],
  session: LoadedSession,
  lease: Claim['lease'],
): Promise<string | null | undefined> {
  if (host.commit) return (await host.commit(sessionID, result, session)) ?? undefined
  const { store } = host
  if (store === undefined) throw new TypeError('The host has neither `commit` nor `store`: give it one of them.')
  const { undoId } = await store.transact(sessionID, result.edits, {
    expect: session.revision ?? 0,
    meta: { because: result.faults.map((fault) => fault.type), loss: result.loss },
    ...(lease && { lease }),
  })
  if (result.request) await keepStanding(store, sessionID, result, undoId, lease)
  return undoId
}

/** Undoes the messages when the request fields that later requests need cannot be stored: half a repair must not remain (I10). */
async function keepStanding(
  store: SessionStore,
  sessionID: string,
  { betas = [], request = {} }: Committed['result'],
  undoId: string | null,
  lease: Claim['lease'],
): Promise<void> {
  try {
    await addStanding(store, sessionID, { request, betas }, lease)
  } catch (error) {
    if (undoId !== null) await store.undo(sessionID, undoId, { lease })
    throw error
  }
}
