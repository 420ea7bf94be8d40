import { isRecord } from '../../json/is-record.ts'
import { withField } from '../../json/with-field.ts'
import type { Format, RequestBody } from '../format.ts'
import { contentItems } from './tool-output.ts'

/** For these models the package sends one response per text of a result; for later ones a single result that holds the files too. */
const textsApart = /gemini-[12](?!\d)/
/** A name without a generation (`gemini-flash-latest`): an error has to tell which of the two holds. */
const untold = /gemini-(?!\d)/
const isCounted = /\bnumber of function response parts\b/i

/**
 * ModelMessages for Gemini, for which "the number of function response parts is equal to the number of function call parts" must hold: each
 * text of a result counts as one response, and a result without a text as none.
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

/** An output whose content holds one text, at the place of its first text; any other output as it is. */
function joined(output: unknown): unknown {
  const items = contentItems(output)
  const texts = items.filter(isText)
  if (texts.length === 1 || !isRecord(output) || output['type'] !== 'content') return output
  const words = texts.map((item) => item['text']).join('\n')
  // Options of the single texts hold for the joined one; on conflict those of the earlier text win.
  const text: unknown = { ...Object.assign({}, ...texts.toReversed()), type: 'text', text: words }
  const at = items.findIndex(isText)
  const value =
    at < 0 ? [text, ...items] : items.flatMap((item, index) => (index === at ? [text] : isText(item) ? [] : [item]))
  return withField(output, 'value', value)
}

function isText(item: unknown): item is Readonly<Record<string, unknown>> {
  return isRecord(item) && item['type'] === 'text'
}
