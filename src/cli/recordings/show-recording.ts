import { toJson } from '../../doctor/redact/to-json.ts'
import { findExchanges } from '../../proxy/recording/read-recording.ts'
import type { RecordedExchange } from '../../proxy/recording/recorded.ts'
import { type RecordingSummary, summariseRecording } from '../../proxy/recording/summarise-recording.ts'
import { exitCode, type ExitCode } from '../exit-code.ts'
import { exchangeOf, openRecording, queryOf, type RecordingsWork } from './open-recording.ts'
import { counted } from '../../json/counted.ts'

/** Numbers, minutes and the ten first of each kind, without the text of any body. */
async function printSummary(
  { timeline, findings }: RecordingSummary,
  { context: { output } }: RecordingsWork,
): Promise<void> {
  await output.line('Timeline (minutes in which something happened)')
  for (const { at, exchanges, failed, repaired, bytes } of timeline)
    await output.line(
      `  ${new Date(at).toISOString().slice(0, 16)}  ${counted(exchanges, 'exchange')}, ${failed} failed, ${repaired} repaired, ${counted(bytes, 'byte')}`,
    )
  const units: Readonly<Record<string, (number: number) => string>> = {
    slowest: (milliseconds) => `${milliseconds} ms`,
    largest: (bytes) => counted(bytes, 'byte'),
  }
  for (const [name, ranked] of Object.entries(findings)) {
    if (ranked.length === 0) continue
    await output.line(`${name[0]!.toUpperCase()}${name.slice(1)}`)
    for (const { name: what, count } of ranked) await output.line(`  ${what}  ${units[name]?.(count) ?? count}`)
  }
}

async function printExchange(each: RecordedExchange, { context: { output } }: RecordingsWork): Promise<void> {
  const notes = [each.repaired === null ? '' : 'repaired', each.failure ?? ''].filter((note) => note !== '')
  await output.line(
    `${each.id}  ${new Date(each.at).toISOString()}  ${each.status}  ${each.method} ${each.url}  ${each.milliseconds} ms${notes.length > 0 ? `  ${notes.join(', ')}` : ''}`,
  )
}

/** An exchange as lists show it: everything but its bodies. */
export function withoutBodies(exchange: RecordedExchange): Record<string, unknown> {
  const { request: _request, repaired, response: _response, ...each } = exchange
  return { ...each, repaired: repaired !== null }
}

/** `recordings show`: the exchanges of a recording, one with its bodies, or the summary of all. */
export async function showRecording(work: RecordingsWork): Promise<ExitCode> {
  const { invocation, context } = work
  const { output } = context
  const recording = await openRecording(work)
  const one = invocation.options.text('exchange')
  if (one !== undefined) {
    await output.write(`${toJson(exchangeOf(recording, one), 2)}\n`)
    return exitCode.healthy
  }
  const { total, items, truncated } = findExchanges(recording, queryOf(invocation))
  const { recordingID, dropped, unreadable } = recording
  const summary = summariseRecording(recording)
  if (invocation.options.flag('json')) {
    const schema = 'session-recovery.recording/1'
    const exchanges = items.map(withoutBodies)
    await output.line(toJson({ schema, recordingID, dropped, unreadable, total, truncated, summary, exchanges }))
    return exitCode.healthy
  }
  if (invocation.options.flag('summary')) await printSummary(summary, work)
  else for (const each of items) await printExchange(each, work)
  const left =
    truncated && !invocation.options.flag('summary')
      ? ` ${items.length} shown: --offset ${(queryOf(invocation).offset ?? 0) + items.length} goes on.`
      : ''
  await output.line(`${total} of ${counted(recording.exchanges.length, 'exchange')}, ${summary.failed} failed.${left}`)
  if (dropped > 0)
    await output.line(
      `${counted(dropped, 'exchange')} not kept: the recording had reached its cap, or its store failed.`,
    )
  if (unreadable > 0) await output.line(`Not readable: ${counted(unreadable, 'record')}.`)
  return exitCode.healthy
}
