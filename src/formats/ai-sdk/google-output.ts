import { isRecord } from '../../json/is-record.ts'
import { withField } from '../../json/with-field.ts'
import type { Format, RequestBody } from '../format.ts'
import { contentItems } from './tool-output.ts'

/** Of these models the package sends a result with the files in it; of those before it makes a response of each text of a result. */
const wholeResults = /gemini-(?:[3-9]|\d\d)/

/**
 * ModelMessages for Gemini: "the number of function response parts is equal to the number of function call parts" counts each text of a
 * result, and one without a text as none.
 */
export function modelMessagesForGemini(format: Format, { model }: RequestBody): Format {
  return wholeResults.test(String(model)) ? format : withOneText(format)
}

function withOneText(format: Format): Format {
  return {
    ...format,
    resultProblem: (result, rules) =>
      format.resultProblem(result, rules) ??
      (joined(result.payload) === result.payload ? null : 'not one text in the content'),
    write: {
      ...format.write,
      withResultContent: (result, ...context) => {
        const written = format.write.withResultContent(result, ...context) as Readonly<Record<string, unknown>>
        return withField(written, 'output', joined(written['output']))
      },
    },
  }
}

/** An output whose content holds one text, in front of its files; any other output as it is. */
function joined(output: unknown): unknown {
  const items = contentItems(output)
  const texts = items.flatMap((item) => (isRecord(item) && item['type'] === 'text' ? [item['text']] : []))
  if (texts.length === 1 || !isRecord(output) || output['type'] !== 'content') return output
  const files = items.filter((item) => !isRecord(item) || item['type'] !== 'text')
  return withField(output, 'value', [{ type: 'text', text: texts.join('\n') }, ...files])
}
