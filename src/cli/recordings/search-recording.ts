import { toJson } from '../../doctor/redact/to-json.ts'
import { searchExchanges } from '../../proxy/recording/search-exchanges.ts'
import { CliError } from '../cli-error.ts'
import { exitCode, type ExitCode } from '../exit-code.ts'
import { openRecording, queryOf, type RecordingsWork } from './open-recording.ts'
import { withoutBodies } from './show-recording.ts'
import { counted } from '../../json/counted.ts'

/** `recordings search`: where words stand in the bodies of a recording. */
export async function searchRecording(work: RecordingsWork): Promise<ExitCode> {
  const { invocation, context } = work
  const { output } = context
  const { text, ...query } = queryOf(invocation)
  if (text === undefined) throw new CliError('usage', 'Nothing says what to search for.', 'Add --text WORDS.')
  const recording = await openRecording(work)
  const { items, scanned, skipped, next } = searchExchanges(recording, { text, ...query })
  if (invocation.options.flag('json')) {
    const exchanges = items.map(({ exchange, hits, snippets }) => ({ ...withoutBodies(exchange), hits, snippets }))
    const { recordingID } = recording
    const schema = 'session-recovery.recording-search/1'
    await output.line(toJson({ schema, recordingID, scanned, skipped, next: next ?? null, exchanges }))
    return exitCode.healthy
  }
  for (const { exchange, hits, snippets } of items) {
    await output.line(`${exchange.id}  ${exchange.status}  ${exchange.method} ${exchange.url}  ${counted(hits, 'hit')}`)
    for (const { body, at, text: around } of snippets) await output.line(`  ${body} at ${at}: ${around}`)
  }
  const unread = skipped.noBody + skipped.binary
  await output.line(
    `It stands in ${items.length} of ${counted(scanned, 'exchange')}${unread > 0 ? `; ${unread} without a body that can be read` : ''}.${next === undefined ? '' : ` --offset ${next} goes on.`}`,
  )
  return exitCode.healthy
}
