import { quoteArgument } from './executors/quote-argument.ts'
import type { SessionRecord } from './session-record.ts'

/** What a person runs when a session is parked. */
export function nextCommand({ id, spec, filter }: SessionRecord): string {
  const command = spec.command.map((argument) => quoteArgument(filter.text(argument))).join(' ')
  return `session-recovery supervise --id ${quoteArgument(id)} -- ${command}`
}
