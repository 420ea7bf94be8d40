import { join, resolve } from 'node:path'
import { maskSecrets } from '../json/mask-secrets.ts'
import { toJson } from '../doctor/redact/to-json.ts'
import { recoverJournal } from '../journal/recover-journal.ts'
import { type ExchangeQuery, findExchanges, readRecording, type Recording } from '../proxy/recording/read-recording.ts'
import type { RecordedExchange } from '../proxy/recording/recorded.ts'
import { replayRequest } from '../proxy/recording/replay.ts'
import { toHar } from '../proxy/recording/to-har.ts'
import { createJournalStore } from '../storage/journal/create-journal-store.ts'
import type { SessionStore } from '../storage/session-store.ts'
import { CliError } from './cli-error.ts'
import type { CliContext } from './cli-context.ts'
import { exitCode, type ExitCode } from './exit-code.ts'
import { parseCount } from './sessions/parse-when.ts'
import type { Invocation } from './table/command.ts'

interface Work {
  readonly store: SessionStore
  readonly folder: string
  readonly named: string | undefined
  readonly invocation: Invocation
  readonly context: CliContext
}

type Action = (work: Work) => Promise<ExitCode>

const actions: Readonly<Record<string, Action>> = { list, show, search: show, export: exportAll, replay, recover }

/** `session-recovery recordings`: what the proxy has kept. */
export async function recordingsCommand(invocation: Invocation, context: CliContext): Promise<ExitCode> {
  const [what = '', named] = invocation.positionals
  const action = Object.hasOwn(actions, what) ? actions[what] : undefined
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

async function list({ store, folder, invocation, context: { output } }: Work): Promise<ExitCode> {
  const recordings = (await store.messages.list()).sort((first, second) =>
    first.sessionID < second.sessionID ? 1 : -1,
  )
  if (invocation.options.flag('json')) {
    await output.line(toJson({ schema: 'session-recovery.recordings/1', folder, recordings }))
    return exitCode.healthy
  }
  for (const { sessionID, messageCount, updatedAt } of recordings)
    await output.line(`${sessionID}  ${new Date(updatedAt).toISOString()}  ${messageCount} records`)
  if (recordings.length === 0)
    await output.line(`No recordings in ${folder}. Record with: session-recovery proxy --record ${folder}`)
  return exitCode.healthy
}

async function open({ store, folder, named = '' }: Work): Promise<Recording> {
  const ids = (await store.messages.list()).map(({ sessionID }) => sessionID).sort()
  const found = ids.filter((id) => id.startsWith(named))
  const id = named === '' ? found.at(-1) : found[0]
  const recording = id === undefined ? null : await readRecording(store, id)
  if (recording === null)
    throw new CliError(
      'not_found',
      `There is no recording ${JSON.stringify(named)} in ${folder}.`,
      'See: session-recovery recordings list',
    )
  if (named !== '' && found.length > 1 && !found.includes(named))
    throw new CliError(
      'usage',
      `${found.length} recordings begin with ${JSON.stringify(named)}.`,
      'Write more of the id.',
    )
  return recording
}

function queryOf({ options }: Invocation): ExchangeQuery {
  const number = (name: string): number | undefined => {
    const text = options.text(name)
    return text === undefined ? undefined : parseCount(text, name)
  }
  const [status, path, text] = [options.text('status'), options.text('path'), options.text('text')]
  const [limit, offset] = [number('limit'), number('offset')]
  return {
    ...(status !== undefined && { status: status as 'ok' | 'error' }),
    ...(path !== undefined && { path }),
    ...(text !== undefined && { text }),
    ...(limit !== undefined && { limit }),
    ...(offset !== undefined && { offset }),
  }
}

async function show(work: Work): Promise<ExitCode> {
  const { invocation, context } = work
  const { output } = context
  const recording = await open(work)
  const one = invocation.options.text('exchange')
  if (one !== undefined) {
    await output.line(toJson(exchangeOf(recording, one), 2))
    return exitCode.healthy
  }
  const { total, items, truncated } = findExchanges(recording, queryOf(invocation))
  if (invocation.options.flag('json')) {
    const shown = items.map(({ request: _request, repaired, response: _response, ...each }) => ({
      ...each,
      repaired: repaired !== null,
    }))
    const { recordingID, dropped, unreadable } = recording
    await output.line(
      toJson({
        schema: 'session-recovery.recording/1',
        recordingID,
        dropped,
        unreadable,
        total,
        truncated,
        exchanges: shown,
      }),
    )
    return exitCode.healthy
  }
  for (const each of items) {
    const notes = [each.repaired === null ? '' : 'repaired', each.failure ?? ''].filter((note) => note !== '')
    await output.line(
      `${each.id}  ${new Date(each.at).toISOString()}  ${each.status}  ${each.method} ${each.url}  ${each.milliseconds} ms${notes.length > 0 ? `  ${notes.join(', ')}` : ''}`,
    )
  }
  const failed = recording.exchanges.filter(({ status }) => status === 0 || status >= 400).length
  const left = truncated
    ? ` ${items.length} shown: --offset ${(queryOf(invocation).offset ?? 0) + items.length} goes on.`
    : ''
  await output.line(`${total} of ${recording.exchanges.length} exchanges, ${failed} failed.${left}`)
  if (recording.dropped > 0)
    await output.line(`${recording.dropped} exchanges were not kept: the recording had reached its cap.`)
  if (recording.unreadable > 0) await output.line(`${recording.unreadable} records cannot be read.`)
  return exitCode.healthy
}

function exchangeOf({ exchanges, recordingID }: Recording, id: string): RecordedExchange {
  const found = exchanges.find((each) => each.id === id)
  if (found) return found
  throw new CliError(
    'not_found',
    `Recording ${recordingID} has no exchange ${JSON.stringify(id)}.`,
    'See: session-recovery recordings show',
  )
}

async function exportAll(work: Work): Promise<ExitCode> {
  const recording = await open(work)
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

async function replay(work: Work): Promise<ExitCode> {
  const { invocation, context } = work
  const { options } = invocation
  const { env, output } = context
  const recording = await open(work)
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
        `${request.id}  would send ${request.method} ${request.url}  ${Buffer.byteLength(request.body)} bytes`,
      )
  }
  if (!execute) await output.line('Nothing was sent: --execute --upstream URL sends it.')
  return failed > 0 ? exitCode.findings : exitCode.healthy
}

async function recover({ folder, named, invocation, context: { output } }: Work): Promise<ExitCode> {
  const apply = invocation.options.flag('apply')
  const { recovered } = await recoverJournal(folder, { apply, ...(named !== undefined && { sessionID: named }) })
  if (invocation.options.flag('json'))
    await output.line(toJson({ schema: 'session-recovery.recover/1', apply, recovered }))
  else
    for (const each of recovered)
      await output.line(
        `${each.state}  ${each.sessionID}  ${each.records} records, ${each.droppedTailBytes} bytes of a torn tail`,
      )
  const bad = recovered.some(({ state }) => !['clean', 'recovered'].includes(state))
  if (!apply && recovered.some(({ state }) => state === 'recovered'))
    await output.line('Nothing was written: session-recovery recordings recover --apply writes it.')
  return bad ? exitCode.findings : exitCode.healthy
}
