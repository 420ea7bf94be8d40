import { defineStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'
import type { Rules } from '../formats/rules.ts'
import { mayHoldMedia } from '../transcript/may-hold-media.ts'
import type { Block } from '../transcript/transcript.ts'
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
    rules: /allowed for messages with role \W{0,2}user/i.test(text)
      ? { mediaRoles: new Set(['user'] as const) }
      : { mediaKinds: new Set() },
  }),

  visit: {
    block(block, { format, report, rules }) {
      if (!mayHoldMedia(block)) return
      const kinds = kindsIn(block, rules)
      if (kinds === null) return
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

/** Kinds of media that may stand there; null: all. A result is a tool's, whoever sends it. */
function kindsIn(
  { kind, message, shape }: Block,
  { mediaKinds, mediaRoles, resultMediaKinds }: Rules,
): ReadonlySet<string> | null {
  const isResult = kind === 'tool_result' || shape.holdsMedia === true
  if (mediaRoles !== undefined && !mediaRoles.has(isResult ? 'tool' : message.role)) return new Set()
  return (isResult ? resultMediaKinds : undefined) ?? mediaKinds
}
