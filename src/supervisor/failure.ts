/**
 * Why a session needs help.
 *
 * - `exit`, `signal`: its program ended, by itself or by a signal
 * - `oom`, `resource`: memory, or another resource, ran out
 * - `network`, `auth`: it cannot reach another service, or is refused by it
 * - `timeout`, `unresponsive`: an answer, or any sign of life, is missing
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
  /** The thrown error, or the provider's answer. */
  readonly error?: unknown
}

/** How a program ended. Both are null when that is unknown, since it was not our child. */
export interface ExitReport {
  readonly code: number | null
  readonly signal: string | null
  /** Only the connection was lost: the program may still run. */
  readonly connectionLost?: boolean | undefined
}
