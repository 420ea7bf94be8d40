import type { InteractiveState } from './snapshots/interactive-state.ts'

/** Whether a session that still runs needs help, and how soon. */
export interface TriggerDecision {
  readonly trigger: boolean
  readonly urgency: 'high' | 'medium' | 'low'
  readonly cause?: 'unresponsive' | 'timeouts' | 'stuck_prompt' | 'pending'
}

/** What the decision depends on; ms since 1970. */
export interface TriggerFacts {
  readonly now: number
  /** A session that has never succeeded is as old as its registration, neither new nor from 1970. */
  readonly registeredAt: number
  /** When the machine last woke up: the time that it slept is nobody's silence. */
  readonly awakeSince: number
}

interface Rule {
  readonly cause: NonNullable<TriggerDecision['cause']>
  readonly urgency: 'high' | 'medium'
  holds(state: InteractiveState, ages: { readonly success: number; readonly prompt: number | undefined }): boolean
}

/** In the order in which they win. */
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

/** Decides by what is known of the prompt; without anything known there is no reason to act. */
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
