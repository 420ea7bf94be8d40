/** Signals that end a program which waits for something. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Resolves at Ctrl-C, when the terminal closes, or when the supervisor asks to end. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of stopSignals) process.once(signal, () => resolve())
  })
}
