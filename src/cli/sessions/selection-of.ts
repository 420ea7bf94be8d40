import type { FormatName } from '../../formats/format-name.ts'
import type { CliContext } from '../cli-context.ts'
import type { Invocation } from '../table/command.ts'
import type { Selection } from '../../doctor/sessions/find-sessions.ts'
import { parseWhen } from './parse-when.ts'

/** The selection that the options of a command describe. */
export function selectionOf(
  { options }: Invocation,
  named: readonly string[],
  { cwd, now }: Pick<CliContext, 'cwd' | 'now'>,
): Selection {
  const since = options.text('since')
  return {
    named,
    agents: options.list('agent'),
    cwd,
    ...(since !== undefined && { since: parseWhen(since, 'since', now()) }),
  }
}

/** The format that `--as` names; the table has checked it. */
export function formatOf({ options }: Invocation): FormatName | undefined {
  return options.text('as') as FormatName | undefined
}
