import { createMemoryStore, type RecoveryReport, type SessionStore } from '../../src/index.ts'
import { CallGuard } from '../../src/recovery/calls/call-guard.ts'
import type { AdapterOptions } from '../../src/recovery/calls/call-options.ts'
import type { GuardedCall } from '../../src/recovery/calls/guarded-call.ts'
import { refusal } from '../strategies/anthropic.ts'

/** An error that says nothing of what is wrong. */
export const strange: Error = refusal('The flux of the dialogue is discontinuous.')

/** A guard of the session `s` with its store, what it reports, and how a call of Anthropic's begins under it. */
export interface GuardedScene {
  readonly begin: (messages: readonly unknown[], model?: string) => Promise<GuardedCall>
  readonly guard: CallGuard
  readonly reports: readonly RecoveryReport[]
  readonly store: SessionStore
  readonly turns: () => Promise<unknown[]>
}

export function guardedScene(options: Partial<AdapterOptions> = {}): GuardedScene {
  const { store = createMemoryStore() } = options
  const reports: RecoveryReport[] = []
  const guard = new CallGuard({ session: 's', onRepair: (report) => void reports.push(report), ...options, store })
  const begin = (messages: readonly unknown[], model = 'claude-opus-4-1') =>
    guard.begin({ format: 'anthropic-messages', body: { model, max_tokens: 9, messages }, request: undefined })
  const turns = async () => (await store.turns.list('s')).map(({ data, state }) => [state, data])
  return { begin, guard, reports, store, turns }
}
