import { constants } from 'node:os'

const names = Object.fromEntries(Object.entries(constants.signals).map(([name, number]) => [number, name]))

/** The name of a signal number on this system, or `signal N` if it has none. */
export function signalName(signal: number): string {
  return names[signal] ?? `signal ${signal}`
}
