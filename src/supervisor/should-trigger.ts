import type { InteractiveState } from './snapshots/interactive-state.ts'

/** Whether a running session needs help, and how urgently. */
export interface TriggerDecision {
  readonly trigger: boolean
  readonly urgency: 'high' | 'medium' | 'low'
  readonly cause?: 'unresponsive' | 'timeouts' | 'stuck_prompt' | 'pending'
}

/** The times on which the decision depends, ms since 1970. */
export interface TriggerFacts {
  readonly now: number
  /** Counts as the last success of a session that has never had one. */
  readonly registeredAt: number
  /** When the machine last woke up: the time it slept does not count as silence. */
  readonly awakeSince: number
}

interface Rule {
  readonly cause: NonNullable<TriggerDecision['cause']>
  readonly urgency: 'high' | 'medium'
  holds(state: InteractiveState, ages: { readonly success: number; readonly prompt: number | undefined }): boolean
}

/** Earlier rules win. */
const rules: readonly Rule[] = [
  {
    cause: 'unresponsive',
    urgency: 'high',
    holds: ({ sessionUnresponsive }, { success }) => sessionUnresponsive && success > 30_000,
  },
  { cause: 'timeouts', urgency: 'high', holds: ({ timeoutCount }) => timeoutCount >= 3 },
  {
    cause: 'stuck_prompt',
    urgency: 'medium',
    holds: ({ isInteractive }, { prompt }) => isInteractive && prompt !== undefined && prompt > 60_000,
  },
  {
    cause: 'pending',
    urgency: 'medium',
    holds: ({ pendingCommands }, { success }) => pendingCommands.length > 0 && success > 45_000,
  },
]

/** Decides by the known state of the prompt; without any there is no reason to act. */
export function shouldTrigger(state: InteractiveState | undefined, facts: TriggerFacts): TriggerDecision {
  if (!state) return { trigger: false, urgency: 'low' }
  const age = (at: number): number => facts.now - Math.max(at, facts.awakeSince)
  const ages = {
    success: age(state.lastSuccessAt?.getTime() ?? facts.registeredAt),
    prompt: state.lastPromptAt && age(state.lastPromptAt.getTime()),
  }
  const rule = rules.find((each) => each.holds(state, ages))
  return rule ? { trigger: true, urgency: rule.urgency, cause: rule.cause } : { trigger: false, urgency: 'low' }
}
