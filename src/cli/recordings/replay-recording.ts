import { maskSecrets } from '../../json/mask-secrets.ts'
import { counted } from '../../json/counted.ts'
import { toJson } from '../../doctor/redact/to-json.ts'
import { systemCode } from '../../files/file-work-error.ts'
import { findExchanges } from '../../proxy/recording/read-recording.ts'
import type { RecordedExchange } from '../../proxy/recording/recorded.ts'
import { replayRequest, type ReplayRequest } from '../../proxy/recording/replay.ts'
import { CliError } from '../cli-error.ts'
import { exitCode, type ExitCode } from '../exit-code.ts'
import { exchangeOf, openRecording, queryOf, type RecordingsWork } from './open-recording.ts'

/** Keys were never recorded: those of this environment are sent, by the variables that the providers' own clients read. */
const keys: readonly (readonly [variable: string, header: string, prefix: string])[] = [
  ['ANTHROPIC_API_KEY', 'x-api-key', ''],
  ['GEMINI_API_KEY', 'x-goog-api-key', ''],
  ['OPENAI_API_KEY', 'authorization', 'Bearer '],
]

/** The outcome of one exchange that was sent again, or would be. */
interface Replayed {
  readonly id: string
  /** Of the recording. */
  readonly was: number
  readonly method: string
  readonly url: string
  readonly bytes?: number
  readonly now?: number
  readonly body?: string
  /** Why nothing was sent, or nothing came back. */
  readonly failure?: string
}

async function send({
  method,
  url,
  headers,
  body,
}: ReplayRequest): Promise<Pick<Replayed, 'now' | 'body' | 'failure'>> {
  try {
    const answer = await fetch(url, { method, headers: { ...headers }, ...(body !== '' && { body }) })
    return { now: answer.status, body: maskSecrets(await answer.text()) }
  } catch (cause) {
    const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
    return {
      failure: `no answer: ${systemCode(reason) ?? (reason instanceof Error ? reason.message : String(reason))}`,
    }
  }
}

function lineOf({ id, was, method, url, bytes = 0, now, failure }: Replayed): string {
  if (failure !== undefined) return `${id}  ${failure}  ${method} ${url}`
  if (now !== undefined) return `${id}  ${was} then, ${now} now  ${method} ${url}`
  return `${id}  would send ${method} ${url}  ${counted(bytes, 'byte')}`
}

function upstreamOf({ invocation: { options } }: RecordingsWork): string | undefined {
  const upstream = options.text('upstream')
  if (upstream === undefined && options.flag('execute'))
    throw new CliError(
      'usage',
      'Nothing says where to send it.',
      'Add --upstream URL: it is never sent where it once went by itself.',
    )
  if (upstream !== undefined && !/^https?:$/.test(URL.parse(upstream)?.protocol ?? ''))
    throw new CliError(
      'usage',
      `--upstream ${upstream}: not a URL.`,
      'Write http://127.0.0.1:8080, or another base URL.',
    )
  return upstream
}

/** `recordings replay`: the requests that would be sent again, and with `--execute` their new answers. */
export async function replayRecording(work: RecordingsWork): Promise<ExitCode> {
  const { invocation, context } = work
  const { options } = invocation
  const { env, output } = context
  const recording = await openRecording(work)
  const one = options.text('exchange')
  const chosen = one === undefined ? findExchanges(recording, queryOf(invocation)).items : [exchangeOf(recording, one)]
  const upstream = upstreamOf(work)
  const execute = options.flag('execute')
  const own = keys.flatMap(([variable, header, prefix]) => (env[variable] ? [[header, prefix + env[variable]]] : []))
  const replay = async (exchange: RecordedExchange): Promise<Replayed> => {
    const { id, method, url, status } = exchange
    const headers: Readonly<Record<string, string>> = execute ? Object.fromEntries(own) : {}
    const request = replayRequest(exchange, { headers, ...(upstream !== undefined && { upstream }) })
    if (request === null) return { id, was: status, method, url, failure: 'not sent: its body was not kept' }
    const told = { id, was: status, method, url: request.url, bytes: Buffer.byteLength(request.body) }
    return execute ? { ...told, ...(await send(request)) } : told
  }
  const replayed: Replayed[] = []
  for (const [index, exchange] of chosen.entries()) {
    if (execute) output.progress(`sending ${index + 1} of ${chosen.length}: ${exchange.id}`)
    const outcome = await replay(exchange)
    replayed.push(outcome)
    if (!options.flag('json')) await output.line(lineOf(outcome))
  }
  output.progress('')
  const { recordingID } = recording
  if (options.flag('json'))
    await output.line(
      toJson({ schema: 'session-recovery.recording-replay/1', recordingID, executed: execute, exchanges: replayed }),
    )
  else if (!execute) await output.line('Nothing was sent: --execute --upstream URL sends it.')
  const isAsItWas = ({ failure, now, was }: Replayed): boolean => failure === undefined && (now ?? was) === was
  return replayed.every(isAsItWas) ? exitCode.healthy : exitCode.findings
}
