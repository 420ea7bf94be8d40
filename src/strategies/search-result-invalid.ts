import { fullText } from './shared/full-text.ts'
import { marked } from '../faults/synthetic-text.ts'
import { isRecord } from '../json/is-record.ts'
import type { LintContext } from '../lint/lint-context.ts'
import type { Block } from '../transcript/transcript.ts'
import { namedAndBehind } from '../lint/named-and-behind.ts'
import { defineStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'

export const searchResultInvalidMeta: FaultMeta = {
  title: 'a search result that does not verify',
  meaning: 'An encrypted search-result payload does not verify.',
  repair: 'Downgrade the block to text.',
  mayLose: 'The encrypted payload; the text stays.',
  says: 'messages.2.content.1: Invalid `encrypted_content` in `web_search_result` block',
  link: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool',
}

/**
 * An encrypted search-result payload does not verify.
 *
 * Only the provider can tell, unless a placeholder stands in its place. Repair: the result of the search becomes an error and its readable part (titles, addresses)
 * text behind it, so that the call stays in its place (I11); citations that point at it go, and the text that cites stays.
 */
export const searchResultInvalid: Strategy<'search_result_invalid'> = defineStrategy({
  type: 'search_result_invalid',

  learn: () => ({
    suspects: (block) =>
      block.kind === 'search_result' || (block.kind === 'tool_result' && block.shape.server) || block.kind === 'text',
    together: (named, all, transcript) => namedAndBehind(named, all.filter(isSealed), transcript),
  }),

  visit: {
    block(block, context) {
      const pattern = context.rules.sealedPattern
      if (pattern === undefined || !sealsOf(block).some((seal) => !pattern.test(seal))) return
      reportUnreadable(block, context)
    },

    suspect: reportUnreadable,
  },
})

function reportUnreadable(block: Block, { format, pairing, report }: LintContext): void {
  const uncited = block.kind === 'text' ? format.write.withoutCitations?.(block) : undefined
  if (block.kind === 'text' && uncited === undefined) return
  const text = fullText(block, format)
  const said = text.trim() === '' ? [] : [format.write.text(text)]
  const failed = (): unknown => format.write.withResultContent(block, marked('unreadable'), block)
  const replacement = uncited !== undefined ? [uncited] : pairing.owned.has(block) ? [failed(), ...said] : said
  report({ at: block, loss: 'synthesised', fix: (edit) => edit.replace(block, ...replacement) })
}

/** An error names the first that cannot be read: what another account was given stands behind it, too. */
function isSealed(block: Block): boolean {
  return sealsOf(block).length > 0
}

/** What only the provider can read: of the results of a search, and of the citations that point at them. */
function sealsOf({ kind, payload, raw, shape }: Block): readonly string[] {
  if (kind === 'tool_result' && shape.server && Array.isArray(payload)) return stringsIn(payload, 'encrypted_content')
  if (kind !== 'text' || !isRecord(raw) || !Array.isArray(raw['citations'])) return []
  return stringsIn(raw['citations'], 'encrypted_index')
}

function stringsIn(items: readonly unknown[], field: string): readonly string[] {
  return items.flatMap((item) => (isRecord(item) && typeof item[field] === 'string' ? [item[field]] : []))
}
