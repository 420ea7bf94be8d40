import { join, resolve } from 'node:path'
import { maskSecrets } from '../json/mask-secrets.ts'
import { toJson } from '../doctor/redact/to-json.ts'
import { recoverJournal } from '../journal/recover-journal.ts'
import { findExchanges } from '../proxy/recording/read-recording.ts'
import { replayRequest } from '../proxy/recording/replay.ts'
import { toHar } from '../proxy/recording/to-har.ts'
import { createJournalStore } from '../storage/journal/create-journal-store.ts'
import { CliError } from './cli-error.ts'
import type { CliContext } from './cli-context.ts'
import { exitCode, type ExitCode } from './exit-code.ts'
import { listRecordings } from './recordings/list-recordings.ts'
import { exchangeOf, openRecording, queryOf, type RecordingsWork } from './recordings/open-recording.ts'
import { searchRecording } from './recordings/search-recording.ts'
import { showRecording } from './recordings/show-recording.ts'
import type { Invocation } from './table/command.ts'
import { ownValue } from '../json/own-value.ts'
import { counted } from '../json/counted.ts'

type Action = (work: RecordingsWork) => Promise<ExitCode>

const actions: Readonly<Record<string, Action>> = {
  list: listRecordings,
  show: showRecording,
  search: searchRecording,
  export: exportAll,
  replay,
  recover,
}

/** `session-recovery recordings`: what the proxy has kept. */
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

/** Keys were never recorded: those of this environment are sent, by the variables that the providers' own clients read. */
const keys: readonly (readonly [variable: string, header: string, prefix: string])[] = [
  ['ANTHROPIC_API_KEY', 'x-api-key', ''],
  ['GEMINI_API_KEY', 'x-goog-api-key', ''],
  ['OPENAI_API_KEY', 'authorization', 'Bearer '],
]

async function replay(work: RecordingsWork): Promise<ExitCode> {
  const { invocation, context } = work
  const { options } = invocation
  const { env, output } = context
  const recording = await openRecording(work)
  const one = options.text('exchange')
  const chosen = one === undefined ? findExchanges(recording, queryOf(invocation)).items : [exchangeOf(recording, one)]
  const upstream = options.text('upstream')
  const execute = options.flag('execute')
  if (execute && upstream === undefined)
    throw new CliError(
      'usage',
      'Nothing says where to send it.',
      'Add --upstream URL: it is never sent where it once went by itself.',
    )
  const headers = Object.fromEntries(
    keys.flatMap(([variable, header, prefix]) => (env[variable] ? [[header, prefix + env[variable]]] : [])),
  )
  let failed = 0
  for (const exchange of chosen) {
    const request = replayRequest(exchange, {
      headers: execute ? headers : {},
      ...(upstream !== undefined && { upstream }),
    })
    if (request === null) {
      await output.line(`${exchange.id}  not sent: its body was not kept`)
      failed += 1
    } else if (execute) {
      const { id, method, url, headers: sent, body } = request
      const answer = await fetch(url, { method, headers: { ...sent }, ...(body !== '' && { body }) })
      const text = await answer.text()
      if (answer.status !== exchange.status) failed += 1
      await output.line(`${id}  ${exchange.status} then, ${answer.status} now  ${method} ${url}`)
      if (options.flag('json')) await output.line(toJson({ id, status: answer.status, body: maskSecrets(text) }))
    } else
      await output.line(
        `${request.id}  would send ${request.method} ${request.url}  ${counted(Buffer.byteLength(request.body), 'byte')}`,
      )
  }
  if (!execute) await output.line('Nothing was sent: --execute --upstream URL sends it.')
  return failed > 0 ? exitCode.findings : exitCode.healthy
}

/** The same command once more, to write: of the same recording in the same folder. */
function applying(named: string | undefined, { options }: Invocation): string {
  const dir = options.text('dir')
  const words = [named, dir === undefined ? undefined : `--dir ${JSON.stringify(dir)}`, '--apply']
  return ['session-recovery recordings recover', ...words.filter((word) => word !== undefined)].join(' ')
}

async function recover({ folder, named, invocation, context: { output } }: RecordingsWork): Promise<ExitCode> {
  const apply = invocation.options.flag('apply')
  const { recovered } = await recoverJournal(folder, { apply, ...(named !== undefined && { sessionID: named }) })
  if (invocation.options.flag('json'))
    await output.line(toJson({ schema: 'session-recovery.recover/1', apply, recovered }))
  else
    for (const each of recovered)
      await output.line(
        `${each.state}  ${each.sessionID}  ${counted(each.records, 'record')}, ${counted(each.droppedTailBytes, 'byte')} of a torn tail`,
      )
  const bad = recovered.some(({ state }) => !['clean', 'recovered'].includes(state))
  if (!apply && recovered.some(({ state }) => state === 'recovered'))
    await output.line(`Nothing was written: ${applying(named, invocation)} writes it.`)
  return bad ? exitCode.findings : exitCode.healthy
}
