const names = [
  'Date',
  'clearImmediate',
  'clearInterval',
  'clearTimeout',
  'fetch',
  'queueMicrotask',
  'setImmediate',
  'setInterval',
  'setTimeout',
] as const
type Real = Readonly<Record<(typeof names)[number], unknown>>

/** As they were before the first file of the process: what is imported anew for a later one finds them there. */
const key = Symbol.for('session-recovery.test.real-globals')
const kept = globalThis as { [key]?: Real }
const real: Real = (kept[key] ??= Object.fromEntries(names.map((name) => [name, globalThis[name]])) as Real)

/** What of the clock, the timers and the network is not the real one now. */
export const falseGlobals = (): readonly string[] => names.filter((name) => globalThis[name] !== real[name])

/** Files behind one that has left a false timer would wait for ever. */
export const restoreGlobals = (): void => void Object.assign(globalThis, real)
