import { marked, syntheticText } from '../../faults/synthetic-text.ts'
import type { Format, FormatWriter } from '../format.ts'
import { fieldOf, withMessageField } from './message-fields.ts'

/** The format for packages that make a text block of a result even when it is empty: some models refuse blank text. */
export function withBlankOutputs(format: Format): Format {
  return {
    ...format,
    resultProblem: (result, rules) =>
      format.resultProblem(result, rules) ??
      (rules.blankInResults === true && isBlank(result.payload) ? 'blank text' : null),
    write: told(format.write),
    writer: (messages, request) => told(format.writer!(messages, request)),
  }
}

function told(writer: FormatWriter): FormatWriter {
  return {
    ...writer,
    withResultContent: (...result) => {
      const written = writer.withResultContent(...result)
      return isBlank(fieldOf(written, 'content'))
        ? withMessageField(written, 'content', marked(syntheticText.noOutput))
        : written
    },
  }
}

function isBlank(content: unknown): boolean {
  return typeof content === 'string' && content.trim() === ''
}
