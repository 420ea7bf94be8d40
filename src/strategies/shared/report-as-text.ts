import { marked } from '../../faults/synthetic-text.ts'
import type { LintContext } from '../../lint/lint-context.ts'
import type { Block } from '../../transcript/transcript.ts'
import { fullText } from './full-text.ts'
import { serverCallAsText } from './server-call-as-text.ts'

/** What only the provider that made it reads, or that it reads no more: a call goes with its result, of everything the words stay. */
export function reportAsText(block: Block, { format, pairing, report }: LintContext): void {
  const told = fullText(block, format)
  // What a tool gave back is nothing that the model has said.
  const text = isRun(block) && told !== '' ? `${marked('A step that the provider has run')}:\n${told}` : told
  report({
    at: block,
    detail: { type: block.shape.type },
    loss: 'synthesised',
    fix: (edit) => {
      if (block.kind === 'tool_call') serverCallAsText(edit, block, pairing.resultOf.get(block), format)
      else edit.tell(block, text)
    },
  })
}

/** A call with its output in one, as items of the Responses API are; what has a text was said (a refusal). */
export function isRun({ kind, message, text }: Block): boolean {
  return kind === 'other' && message.role === 'assistant' && text === undefined
}
