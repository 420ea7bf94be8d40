/** Signals that end a program which waits for something. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Resolves at Ctrl-C, when the terminal closes, or when the supervisor asks to end. A second signal ends the program at once. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      for (const signal of stopSignals) process.off(signal, stop)
      resolve()
    }
    for (const signal of stopSignals) process.on(signal, stop)
  })
}
