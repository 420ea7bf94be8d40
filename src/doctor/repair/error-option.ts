import { shellWord } from '../sessions/short-id.ts'

/**
 * The option that gives a command the same error again, with a space before it. One that is long, that a terminal would obey, or that
 * may not be shown is left to be filled in.
 *
 * @example
 * errorOption('messages.2: it is refused', true) // " --error 'messages.2: it is refused'"
 */
export function errorOption(error: string | undefined, mayShow: boolean): string {
  if (error === undefined) return ''
  const line = error.trim().replaceAll(/\s+/g, ' ')
  return ` --error ${mayShow && /^[ -~]{1,400}$/.test(line) ? shellWord(line) : 'ERROR'}`
}
