import { join, resolve } from 'node:path'
import { toJson } from '../doctor/redact/to-json.ts'
import { findExchanges } from '../proxy/recording/read-recording.ts'
import { toHar } from '../proxy/recording/to-har.ts'
import { createJournalStore } from '../storage/journal/create-journal-store.ts'
import { CliError } from './cli-error.ts'
import type { CliContext } from './cli-context.ts'
import { exitCode, type ExitCode } from './exit-code.ts'
import { listRecordings } from './recordings/list-recordings.ts'
import { openRecording, queryOf, recordingsNamed, type RecordingsWork } from './recordings/open-recording.ts'
import { replayRecording } from './recordings/replay-recording.ts'
import { recoverFolder } from './recover/recover-folder.ts'
import { searchRecording } from './recordings/search-recording.ts'
import { showRecording } from './recordings/show-recording.ts'
import type { Invocation } from './table/command.ts'
import { ownValue } from '../json/own-value.ts'

type Action = (work: RecordingsWork) => Promise<ExitCode>

const actions: Readonly<Record<string, Action>> = {
  list: listRecordings,
  show: showRecording,
  search: searchRecording,
  export: exportAll,
  replay: replayRecording,
  recover,
}

/** `session-recovery recordings`: the exchanges that the proxy has recorded. */
export async function recordingsCommand(invocation: Invocation, context: CliContext): Promise<ExitCode> {
  const [what = '', named] = invocation.positionals
  const action = ownValue(actions, what)
  if (!action)
    throw new CliError('usage', `There is no "recordings ${what}".`, `Use: ${Object.keys(actions).join(', ')}.`)
  const folder = resolve(context.cwd, invocation.options.text('dir') ?? join('.session-recovery', 'recordings'))
  const store = createJournalStore(folder)
  try {
    return await action({ store, folder, named, invocation, context })
  } finally {
    await store.close()
  }
}

async function exportAll(work: RecordingsWork): Promise<ExitCode> {
  const recording = await openRecording(work)
  const { items, truncated } = findExchanges(recording, { limit: Number.MAX_SAFE_INTEGER, ...queryOf(work.invocation) })
  const chosen = { ...recording, exchanges: items }
  const { output } = work.context
  if (truncated) output.talk('Not all exchanges are exported: --limit was given.')
  if (work.invocation.options.flag('har')) await output.write(`${toJson(toHar(chosen), 2)}\n`)
  else for (const each of items) await output.write(`${toJson(each)}\n`)
  return exitCode.healthy
}

/** A folder of recordings is a journal's folder, so `recover` works on it. */
async function recover({ folder, named, invocation: { options }, context }: RecordingsWork): Promise<ExitCode> {
  const sessionID = named === undefined ? undefined : ((await recordingsNamed(folder, named))[0] ?? named)
  return recoverFolder({ folder, sessionID, isApplied: options.flag('apply'), isJson: options.flag('json') }, context)
}
