import { constants } from 'node:os'

const names = Object.fromEntries(Object.entries(constants.signals).map(([name, number]) => [number, name]))

/** The name of a signal by its number here; one that has none on this system is told by its number. */
export function signalName(signal: number): string {
  return names[signal] ?? `signal ${signal}`
}
