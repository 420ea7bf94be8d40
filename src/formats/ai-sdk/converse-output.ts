import { marked, syntheticText } from '../../faults/synthetic-text.ts'
import { withField } from '../../json/with-field.ts'
import type { Format } from '../format.ts'
import { readMedia } from './media.ts'
import { modelMessages } from './model-messages.ts'
import { retyped } from './retyped-file.ts'
import { contentItems, isSaid, isTypedOutput, outputText } from './tool-output.ts'

/** ModelMessages for Converse, whose package makes a text block of a text output; some models refuse a blank one. */
export const modelMessagesForConverse: Format = {
  ...modelMessages,
  // The package sends every file except images as a document.
  media: (block) =>
    readMedia(block).map((item) =>
      block.kind === 'media' && item.kind === 'file' ? { ...item, kind: 'document' } : item,
    ),
  canonical: (block, ...context) =>
    modelMessages.canonical!(block, ...context) ?? (block.kind === 'media' ? retyped(block.raw) : undefined),
  resultProblem: (result, rules) =>
    modelMessages.resultProblem(result, rules) ??
    (rules.blankInResults === true && (isBlankOutput(result.payload) || isBlankDenial(result.payload))
      ? 'blank text'
      : null),
  // The blank output is replaced by a text that the tool did not give.
  movesInResult: ({ payload }) => isTypedOutput(payload) && isBlankOutput(payload),
  write: {
    ...modelMessages.write,
    withResultContent: (result, ...context) => {
      const written = modelMessages.write.withResultContent(result, ...context) as Readonly<Record<string, unknown>>
      const { output } = written
      // For a denial without a reason the package writes its own text.
      if (isBlankDenial(output)) return withField(written, 'output', withField(output, 'reason', undefined))
      if (!isBlankOutput(output)) return written
      const type = String((output as { type?: unknown }).type).startsWith('error') ? 'error-text' : 'text'
      return withField(written, 'output', { type, value: marked(syntheticText.noOutput) })
    },
  },
}

/** Whether an output holds only blank text; files are content, and JSON is never blank, as it has quotes. */
function isBlankOutput(output: unknown): boolean {
  if (outputText(output).trim() !== '' || !contentItems(output).every(isText)) return false
  return !String((output as { type?: unknown }).type).endsWith('json')
}

/** Whether a denial gives a blank reason. */
function isBlankDenial(output: unknown): boolean {
  const { reason, type } = output as Readonly<Record<string, unknown>>
  return type === 'execution-denied' && typeof reason === 'string' && !isSaid(reason)
}

function isText(item: unknown): boolean {
  return (item as { type?: unknown }).type === 'text'
}
