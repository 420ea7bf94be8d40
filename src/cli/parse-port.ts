import { CliError } from './cli-error.ts'

const highest = 65_535

/**
 * Reads the port of an option.
 *
 * @throws CliError `usage`
 */
export function parsePort(text: string, option: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= highest) return Number(text)
  throw new CliError(
    'usage',
    `--${option} ${text} is not a port.`,
    'Give a number from 0 to 65535; 0 takes a free one.',
  )
}
