import type { LintContext } from '../lint/lint-context.ts'
import type { Block } from '../transcript/transcript.ts'
import { fullText } from './full-text.ts'
import { serverCallAsText } from './server-call-as-text.ts'

/** What only the provider that made it reads, or that it reads no more: a call goes with its result, of everything the words stay. */
export function reportAsText(block: Block, { format, pairing, report }: LintContext): void {
  const text = fullText(block, format)
  report({
    at: block,
    detail: { type: block.shape.type },
    loss: 'synthesised',
    fix: (edit) => {
      if (block.kind === 'tool_call') serverCallAsText(edit, block, pairing.resultOf.get(block), format)
      else edit.replaceInTurn(block, text === '' ? [] : [edit.write.text(text, block.message.role)])
    },
  })
}
