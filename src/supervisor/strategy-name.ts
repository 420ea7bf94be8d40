/**
 * What can be done for a session. Each is an act that counts only after its probe (I17).
 *
 * - `restart`: end what is left, start anew
 * - `reconnect`: attach again to what still runs elsewhere
 * - `restore`: start from the last good snapshot: its folder, its variables
 * - `replicate`: start a second one beside it, and change over when that answers
 * - `migrate`: start it at another place
 * - `fallback`: archive the snapshot for a person; never a success
 * - `prompt-interrupt`: interrupt what holds the prompt, more firmly each time
 * - `prompt-reset`: clear the line and what is known of the prompt; pending commands stay
 * - `session-refresh`: ask for a sign of life with an empty line
 * - `command-retry`: run pending commands again, only those that are marked idempotent (I16)
 */
export const strategyNames = [
  'restart',
  'reconnect',
  'restore',
  'replicate',
  'migrate',
  'fallback',
  'prompt-interrupt',
  'prompt-reset',
  'session-refresh',
  'command-retry',
] as const

/** One of {@link strategyNames}. */
export type StrategyName = (typeof strategyNames)[number]
