import { marked, syntheticText } from '../../faults/synthetic-text.ts'
import { withField } from '../../json/with-field.ts'
import type { Format } from '../format.ts'
import { readMedia } from './media.ts'
import { modelMessages } from './model-messages.ts'
import { retyped } from './retyped-file.ts'
import { contentItems, isSaid, isTypedOutput, outputText } from './tool-output.ts'

/** ModelMessages for Converse: its package makes a block of the text of an output, and some models take no blank one. */
export const modelMessagesForConverse: Format = {
  ...modelMessages,
  // Its package makes documents of all files but pictures.
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
  // Its place is taken by a text that the tool has not given.
  movesInResult: ({ payload }) => isTypedOutput(payload) && isBlankOutput(payload),
  write: {
    ...modelMessages.write,
    withResultContent: (result, ...context) => {
      const written = modelMessages.write.withResultContent(result, ...context) as Readonly<Record<string, unknown>>
      const { output } = written
      // Of a denial without a reason the package says what it is.
      if (isBlankDenial(output)) return withField(written, 'output', withField(output, 'reason', undefined))
      if (!isBlankOutput(output)) return written
      const type = String((output as { type?: unknown }).type).startsWith('error') ? 'error-text' : 'text'
      return withField(written, 'output', { type, value: marked(syntheticText.noOutput) })
    },
  },
}

/** An output of nothing but blank text: files say something, and JSON has quotes. */
function isBlankOutput(output: unknown): boolean {
  if (outputText(output).trim() !== '' || !contentItems(output).every(isText)) return false
  return !String((output as { type?: unknown }).type).endsWith('json')
}

/** A call that was denied for a reason of nothing but blank text. */
function isBlankDenial(output: unknown): boolean {
  const { reason, type } = output as Readonly<Record<string, unknown>>
  return type === 'execution-denied' && typeof reason === 'string' && !isSaid(reason)
}

function isText(item: unknown): boolean {
  return (item as { type?: unknown }).type === 'text'
}
