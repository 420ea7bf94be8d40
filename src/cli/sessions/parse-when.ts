import { CliError } from '../cli-error.ts'

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

const age = /^(\d+)([smhdw])$/

/**
 * Reads an age such as `36h` or `7d`; the result is in milliseconds.
 *
 * @throws CliError `usage`
 */
export function parseAge(text: string, option: string): number {
  const [, count, unit] = age.exec(text) ?? []
  if (count === undefined || unit === undefined)
    throw new CliError('usage', `--${option} ${text}: not an age.`, 'Write a number and a unit: 30m, 2h, 7d, 4w.')
  return Number(count) * units[unit]!
}

/**
 * Reads a point in time: an age before now, or a date in ISO 8601.
 *
 * @throws CliError `usage`
 * @example
 * parseWhen('1d', 'since', Date.now()) // yesterday, in milliseconds since 1970
 */
export function parseWhen(text: string, option: string, now: number): number {
  if (age.test(text)) return now - parseAge(text, option)
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time))
    throw new CliError('usage', `--${option} ${text}: neither an age nor a date.`, 'Write 2h, 7d or 2026-11-01.')
  return time
}

/**
 * Reads a whole number, from 0 where nothing else is said.
 *
 * @throws CliError `usage`
 */
export function parseCount(
  text: string,
  option: string,
  { from = 0, to = 999_999_999 }: { readonly from?: number; readonly to?: number } = {},
): number {
  const remedy = `Write a whole number from ${from}${to === 999_999_999 ? '' : ` to ${to}`}.`
  if (!/^\d{1,9}$/.test(text)) throw new CliError('usage', `--${option} ${text}: not a number.`, remedy)
  const count = Number(text)
  if (count < from) throw new CliError('usage', `--${option} ${text}: too small.`, remedy)
  if (count > to) throw new CliError('usage', `--${option} ${text}: too large.`, remedy)
  return count
}
