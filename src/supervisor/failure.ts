/**
 * Why a session needs help.
 *
 * - `exit`, `signal`: its program ended, by itself or by a signal
 * - `oom`, `resource`: memory, or another resource, ran out
 * - `network`, `auth`: it cannot reach, or is not let in by, what it talks to
 * - `timeout`, `unresponsive`: an answer, or any sign of life, did not come
 * - `prompt`: it waits at a prompt that nobody answers
 * - `structural`: the provider refuses the conversation itself
 */
export const failureClasses = [
  'exit',
  'signal',
  'oom',
  'network',
  'timeout',
  'unresponsive',
  'auth',
  'resource',
  'prompt',
  'structural',
  'unknown',
] as const

/** One of {@link failureClasses}; `unknown` lets the error, or else the text, decide. */
export type FailureClass = (typeof failureClasses)[number]

/** A failure as it is reported. Without a class (or with `unknown`) the error, and last of all the text, decides. */
export interface Failure {
  readonly class?: FailureClass
  /** Free text. Used only when nothing better is known, and by whole words: an "author" is not an "auth". */
  readonly text?: string
  /** What was thrown, or what the provider answered. */
  readonly error?: unknown
}

/** How a program ended. Both are null when nobody could see it: it was not our child. */
export interface ExitReport {
  readonly code: number | null
  readonly signal: string | null
  /** It may well run: what was lost is the connection to it. */
  readonly connectionLost?: boolean | undefined
}
