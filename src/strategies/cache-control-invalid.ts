import { withoutPath } from '../json/without-path.ts'
import type { LintContext } from '../lint/lint-context.ts'
import type { Block } from '../transcript/transcript.ts'
import { type CacheMark, collectCacheMarks } from './shared/cache-marks.ts'
import { CachePoints } from './shared/cache-points.ts'
import { defineStrategy, extendStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'

export const cacheControlInvalidMeta: FaultMeta = {
  title: 'cache marks in the wrong place or too many',
  meaning: 'cache_control on an empty or thinking block, or a cache point behind one, more than four, or ttl order.',
  repair: 'Remove or move the markers; keep the last ones.',
  says: 'A maximum of 4 blocks with cache_control may be provided. Found 5.',
  link: 'https://platform.claude.com/docs/en/build-with-claude/prompt-caching',
}

/**
 * cache_control on an empty or thinking block, more than the provider takes, or in the wrong order of lifetimes.
 *
 * Repair: the marks go; the last ones stay.
 */
export const cacheControlInvalid: Strategy<'cache_control_invalid'> = defineStrategy({
  type: 'cache_control_invalid',

  learn: ({ limit, rules }) =>
    limit === undefined ? {} : { rules: { cacheMarks: { ...rules.cacheMarks, max: limit } } },

  visit: {
    end(context) {
      const { cacheMarks, refusedFields } = context.rules
      const { field, max } = cacheMarks
      if (field === null) return
      const marks = collectCacheMarks(context, field)
      // "cache_control.ephemeral.scope: Extra inputs are not permitted": the mark stays without it, in `system` and `tools`, too.
      for (const mark of marks)
        for (const key in mark.says)
          if (refusedFields.has(key))
            reportMark({ ...mark, path: [...mark.path, field] }, 'no mark that is known', key, context)
      const bad = new Map<CacheMark, string>()
      // A mark inside a block is that of a part, which has no rule of its own.
      for (const mark of marks)
        if (mark.block && mark.path.length === 0 && !mayCarry(mark.block, field))
          bad.set(mark, `not allowed on ${mark.block.shape.type}`)
        else if (!mark.isLegal) bad.set(mark, 'no mark that is known')
      const doubled = doubledMark(marks, context)
      if (doubled) bad.set(doubled, 'lifetime of the request')
      const good = marks.filter((mark) => !bad.has(mark))
      for (const mark of good.slice(0, Math.max(0, good.length - max))) bad.set(mark, `one of ${good.length}`)
      const lastLong = good.findLastIndex((mark) => mark.longLived)
      for (const mark of good.slice(0, Math.max(0, lastLong))) if (!mark.longLived) bad.set(mark, 'lifetime order')
      for (const [mark, reason] of bad) reportMark(mark, reason, field, context)
    },
  },
})

/** The same where a mark is a block of its own. */
export const cachePointInvalid: Strategy<'cache_control_invalid'> = /* @__PURE__ */ extendStrategy(
  cacheControlInvalid,
  {
    learn: (refusal) => {
      const { limit, rules, text } = refusal
      if (limit !== undefined || rules.cacheMarks.field !== null) return cacheControlInvalid.learn!(refusal)
      // Another provider's mark, on a part or within a result: it has no place here.
      const mark = /\bcache_control\b/.exec(text)?.[0]
      if (mark !== undefined) return { rules: { refusedFields: new Set([...rules.refusedFields, mark]) } }
      if (/did not allow prompt caching/i.test(text)) return { rules: { marksRefused: true } }
      // "There is nothing available to cache": which point is meant is not said, and none of them says anything (github.com/anomalyco/opencode/issues/17300).
      return { suspects: (block) => block.shape.mark === true, together: (_, all) => all, certain: true }
    },

    visit: {
      block(block, context) {
        const reason = pointFault(block, context)
        if (reason !== null) context.report({ at: block, detail: { reason }, fix: (edit) => edit.remove(block) })
      },

      suspect(block, { report }) {
        report({ at: block, detail: { reason: 'told by the error' }, fix: (edit) => edit.remove(block) })
      },

      end(context) {
        const points = context.transcript.messages.flatMap(({ blocks }) =>
          blocks.filter((block) => block.shape.mark === true && pointFault(block, context) === null),
        )
        new CachePoints(context, points).check()
        cacheControlInvalid.visit.end!(context)
      },
    },
  },
)

/** Why a mark that is a block of its own is refused where it stands; null where it is not, or the block is none. */
function pointFault({ index, message, shape }: Block, { format, rules }: LintContext): string | null {
  if (shape.mark !== true) return null
  if (rules.marksRefused === true) return 'no cache'
  const before = message.blocks[index - 1]
  // "There is nothing available to cache": asked of a live one, with turns before it (github.com/strands-agents/harness-sdk/pull/3677).
  if (message.blocks.slice(0, index).every((other) => other.shape.mark === true)) return 'nothing before it'
  // "Cache point cannot be inserted after reasoning block" (github.com/anomalyco/opencode/issues/36517).
  if (before!.kind === 'thinking') return 'behind thinking'
  const isBehindMedia =
    rules.unmarkedMedia !== undefined &&
    before!.kind === 'media' &&
    format.media(before!).some(({ mediaType }) => mediaType !== undefined && rules.unmarkedMedia!.test(mediaType))
  return isBehindMedia ? 'behind a document' : null
}

/** The mark on the last block of all, when the body asks for one of another lifetime there. */
function doubledMark(marks: readonly CacheMark[], { transcript }: LintContext): CacheMark | undefined {
  // That of the body comes last.
  const [last, automatic] = marks.slice(-2)
  if (last === undefined || automatic === undefined || !isAutomatic(automatic)) return undefined
  const isAtEnd = last.path.length === 0 && last.block === transcript.messages.at(-1)?.blocks.at(-1)
  return isAtEnd && last.longLived !== automatic.longLived ? last : undefined
}

function isAutomatic({ block, path }: CacheMark): boolean {
  return block === null && path.length === 0
}

function mayCarry({ kind, shape, text }: Block, field: string): boolean {
  return kind === 'text' ? text?.trim() !== '' : shape.uncached !== true && shape.fields?.has(field) !== false
}

function reportMark(mark: CacheMark, reason: string, field: string, { report }: LintContext): void {
  const { block, path } = mark
  report({
    at: block,
    detail: { reason },
    fix: (edit) => {
      if (block) return edit.replace(block, withoutPath(block.raw, path, field))
      if (isAutomatic(mark)) return edit.setRequest({ [field]: undefined })
      const [part, ...rest] = path as readonly [string, ...(string | number)[]]
      edit.updateRequest(part, (value) => withoutPath(value, rest, field))
    },
  })
}
