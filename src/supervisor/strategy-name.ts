/**
 * What can be done for a session. Each counts only after its probe (I17).
 *
 * - `restart`: end the program and start it again
 * - `reconnect`: attach again to a program that still runs elsewhere
 * - `restore`: start from the last good snapshot: its folder, its variables
 * - `replicate`: start a second program beside it, and switch over when that works
 * - `migrate`: start it at another place
 * - `fallback`: archive the snapshot for a person; never a success
 * - `prompt-interrupt`: interrupt the command at the prompt, by SIGINT, Ctrl-C, Escape
 * - `prompt-reset`: clear the line and the known state of the prompt; pending commands stay
 * - `session-refresh`: ask for a sign of life with an empty line
 * - `command-retry`: run pending commands again, only those marked idempotent (I16)
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
