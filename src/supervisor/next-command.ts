import { quoteArgument } from './executors/quote-argument.ts'
import type { SessionRecord } from './session-record.ts'

/** The command that a person runs to go on with a parked session. */
export function nextCommand({ id, spec, filter }: SessionRecord): string {
  const command = spec.command.map((argument) => quoteArgument(filter.text(argument))).join(' ')
  return `session-recovery supervise --id ${quoteArgument(id)} -- ${command}`
}
