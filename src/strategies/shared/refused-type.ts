import type { LintContext } from '../../lint/lint-context.ts'
import { mayHoldMedia } from '../../transcript/may-hold-media.ts'
import type { Block } from '../../transcript/transcript.ts'
import { withoutMedia } from './describe-media.ts'

/** "'file part media type text/csv' functionality not supported": what else stands in the list may well be read. */
const namedType = /\b(?:media|mime) type:? \W?([a-z]+\/[\w.+-]+)/i

/** The media type that an error says is refused. */
export function refusedTypeIn(text: string): string | undefined {
  return namedType.exec(text)?.[1]?.toLowerCase()
}

/** One type that is refused: a file of text goes in as text, every other one is lost. Other media are for the rules that held before. */
export function refusedByType(block: Block, { format, report, rules }: LintContext): boolean {
  const { refusedMediaType: type } = rules
  if (type === undefined || !mayHoldMedia(block)) return false
  // Of what nobody says what it is, the provider may have seen it.
  const refused = format.media(block).filter(({ mediaType = type }) => mediaType.toLowerCase() === type)
  if (refused.length === 0) return false
  const text = block.kind === 'media' ? format.write.fileAsText?.(block) : undefined
  const notes = refused.map((item) => [item, 'is of a type that is not supported'] as const)
  report({
    at: block,
    detail: { type, count: refused.length },
    loss: text === undefined ? 'lossy' : 'none',
    fix: text === undefined ? withoutMedia(block, format, notes) : (edit) => edit.replace(block, text),
  })
  return true
}
