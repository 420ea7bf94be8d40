/**
 * What the command ends with. 0: healthy, or all fixed. 1: findings are left. 2: wrong usage, or an error of the tool or the
 * system. 3: refused; nothing was written.
 */
export const exitCode = { healthy: 0, findings: 1, failure: 2, refused: 3 } as const

export type ExitCode = (typeof exitCode)[keyof typeof exitCode]

/** Which outcome wins when several sessions end differently. */
const weight: Readonly<Record<ExitCode, number>> = { 0: 0, 1: 1, 3: 2, 2: 3 }

/** The worse of two outcomes: a failure hides nothing but is hidden by nothing. */
export function worseExit(a: ExitCode, b: ExitCode): ExitCode {
  return weight[b] > weight[a] ? b : a
}
