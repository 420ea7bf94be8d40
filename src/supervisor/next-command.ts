import type { SessionRecord } from './session-record.ts'

/** An argument as a shell reads it back. */
function quoted(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", String.raw`'\''`)}'`
}

/** What a person runs when a session is parked. */
export function nextCommand({ id, spec, filter }: SessionRecord): string {
  const command = spec.command.map((argument) => quoted(filter.text(argument))).join(' ')
  return `session-recovery supervise --id ${quoted(id)} -- ${command}`
}
