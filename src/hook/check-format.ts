import { detectFormat } from '../formats/detect-format.ts'
import type { FormatName } from '../formats/format-name.ts'
import { TranscriptError } from '../transcript/transcript-error.ts'

/**
 * Refuses to read stored messages in another format than the one that they show: a repair would take every message for damaged, and rewrite
 * or empty the conversation (I4). Messages that show no format, or several, are read in the given one.
 *
 * @throws {TranscriptError} `format_mismatch`
 */
export function checkFormat(format: FormatName, messages: readonly unknown[]): void {
  const shown = detectFormat(messages)
  if (shown.format === null || shown.format === format) return
  // One foreign block in a plain history is a fault to repair; a history of foreign messages is another format.
  const foreign = messages.filter((message) => ![null, format].includes(detectFormat([message]).format)).length
  if (foreign * 2 < messages.length) return
  throw new TranscriptError(
    'format_mismatch',
    `The stored messages look like ${shown.format} (${shown.reason.replace(/\.$/, '')}), and the hook's \`format\` is ${format}: ` +
      `nothing was repaired. Give \`createSessionRecoveryHook\` the option \`format: '${shown.format}'\`, or a host whose ` +
      '`load` tells the format of each session.',
  )
}
