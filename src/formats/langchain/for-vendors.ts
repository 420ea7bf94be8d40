import type { Block } from '../../transcript/transcript.ts'
import type { Format, FormatWriter } from '../format.ts'
import { forStrict } from './for-strict.ts'
import { isMedia } from './media.ts'
import { withMessageField } from './message-fields.ts'
import { groqContent, mistralContent, ollamaContent } from './vendor-content.ts'
import { contentText } from './write-langchain-message.ts'

export const forMistral: Format = forStrict(mistralContent)
export const forGroq: Format = forStrict(groqContent)
export const forOllama: Format = withTextOutputs(forStrict(ollamaContent))

/** The format for packages that throw at a result in parts: "Non string tool message content is not supported". */
function withTextOutputs(format: Format): Format {
  const told = (writer: FormatWriter): FormatWriter => ({
    ...writer,
    withResultContent: (result, text, owner) => {
      const written = writer.withResultContent(result, text, owner)
      const said = inParts(result) ? contentText(result.payload) : ''
      return said === '' ? written : withMessageField(written, 'content', said)
    },
  })
  return {
    ...format,
    // Images of the result are moved behind it first.
    resultProblem: (result, rules) =>
      format.resultProblem(result, rules) ?? (inParts(result) ? 'parts, no text' : null),
    write: told(format.write),
    writer: (messages, request) => told(format.writer!(messages, request)),
  }
}

function inParts({ payload }: Block): boolean {
  return Array.isArray(payload) && !payload.some(isMedia)
}
