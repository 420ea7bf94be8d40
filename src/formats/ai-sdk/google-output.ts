import { isRecord } from '../../json/is-record.ts'
import { withField } from '../../json/with-field.ts'
import type { Format, RequestBody } from '../format.ts'
import { contentItems } from './tool-output.ts'

/** Of these models the package makes a response of each text of a result; of later ones it sends a result with the files in it. */
const textsApart = /gemini-[12](?!\d)/
/** A name that tells no generation (`gemini-flash-latest`) leaves that to an error. */
const untold = /gemini-(?!\d)/
const isCounted = /\bnumber of function response parts\b/i

/**
 * ModelMessages for Gemini: "the number of function response parts is equal to the number of function call parts" counts each text of a
 * result, and one without a text as none.
 */
export function modelMessagesForGemini(format: Format, { model }: RequestBody, said: string): Format {
  const name = String(model)
  return textsApart.test(name) || (untold.test(name) && isCounted.test(said)) ? withOneText(format) : format
}

function withOneText(format: Format): Format {
  return {
    ...format,
    resultProblem: (result, rules) =>
      format.resultProblem(result, rules) ??
      (joined(result.payload) === result.payload ? null : 'not one text in the content'),
    movesInResult: ({ payload }) => {
      const between = contentItems(payload).map(isText)
      return between.slice(between.indexOf(true), between.lastIndexOf(true) + 1).includes(false)
    },
    write: {
      ...format.write,
      withResultContent: (result, ...context) => {
        const written = format.write.withResultContent(result, ...context) as Readonly<Record<string, unknown>>
        return withField(written, 'output', joined(written['output']))
      },
    },
  }
}

/** An output whose content holds one text, where its first one stood; any other output as it is. */
function joined(output: unknown): unknown {
  const items = contentItems(output)
  const texts = items.filter(isText)
  if (texts.length === 1 || !isRecord(output) || output['type'] !== 'content') return output
  const words = texts.map((item) => item['text']).join('\n')
  // Options beside a text are of the whole result, then; of two the first ones.
  const text: unknown = { ...Object.assign({}, ...texts.toReversed()), type: 'text', text: words }
  const at = items.findIndex(isText)
  const value =
    at < 0 ? [text, ...items] : items.flatMap((item, index) => (index === at ? [text] : isText(item) ? [] : [item]))
  return withField(output, 'value', value)
}

function isText(item: unknown): item is Readonly<Record<string, unknown>> {
  return isRecord(item) && item['type'] === 'text'
}
