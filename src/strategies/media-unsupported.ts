import { defineStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'
import { describeMedia } from './describe-media.ts'

export const mediaUnsupportedMeta: FaultMeta = {
  title: 'media that the model does not take',
  meaning: 'The model does not accept this kind of media in history.',
  repair: 'Replace with text placeholders.',
  mayLose: 'With --allow lossy: the media, replaced by a text that names them.',
  says: 'this model does not support image input',
  link: 'https://github.com/vllm-project/vllm/issues/11629',
}

/**
 * The model does not accept this kind of media in history.
 *
 * Repair: text placeholders.
 */
export const mediaUnsupported: Strategy<'media_unsupported'> = defineStrategy({
  type: 'media_unsupported',

  learn: ({ text }) => ({
    rules: /role \W{0,2}tool/i.test(text) ? { resultMediaKinds: new Set() } : { mediaKinds: new Set() },
  }),

  visit: {
    block(block, { format, report, rules }) {
      const kinds = (block.kind === 'tool_result' ? rules.resultMediaKinds : undefined) ?? rules.mediaKinds
      if (kinds === null || (block.kind !== 'media' && block.kind !== 'tool_result')) return
      // Of what holds nothing, `media_invalid` takes care.
      const refused = format.media(block).filter(({ data, kind }) => !kinds.has(kind) && data !== '')
      if (refused.length === 0) return
      report({
        at: block,
        detail: { kind: refused[0]!.kind, count: refused.length },
        loss: 'lossy',
        fix: (edit) => {
          const texts = refused.map(
            (item) => [item, { text: describeMedia(item, 'is of a kind that the model does not read') }] as const,
          )
          edit.replace(block, format.write.withMedia(block, new Map(texts)))
        },
      })
    },
  },
})
