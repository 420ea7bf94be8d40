import { TranscriptError } from '../transcript/transcript-error.ts'
import { anthropicMessages } from './anthropic-messages/anthropic-messages.ts'
import type { Format } from './format.ts'
import type { FormatName } from './format-name.ts'

/** All formats that can be read and repaired. */
export const formats: Partial<Record<FormatName, Format>> = {
  'anthropic-messages': anthropicMessages,
}

/**
 * The format of that name.
 *
 * @throws {TranscriptError} `unknown_format`
 */
export function findFormat(name: FormatName): Format {
  const format = formats[name]
  if (format) return format
  throw new TranscriptError(
    'unknown_format',
    `Unknown format ${JSON.stringify(name)}. Pass one of: ${Object.keys(formats).join(', ')}.`,
  )
}
