import { wording } from '../detection/wording.ts'
import { defineStrategy, type Strategy } from '../lint/define-strategy.ts'
import { describeMedia } from './describe-media.ts'

/**
 * The model does not accept this kind of media in history.
 *
 * Repair: text placeholders.
 */
export const mediaUnsupported: Strategy<'media_unsupported'> = defineStrategy({
  type: 'media_unsupported',

  meta: {
    title: 'media that the model does not take',
    meaning: 'The model does not accept this kind of media in history.',
    repair: 'Replace with text placeholders.',
    mayLose: 'With --allow lossy: the media, replaced by a text that names them.',
    says: 'this model does not support image input',
    link: 'https://github.com/vllm-project/vllm/issues/11629',
  },

  reportedAs: [
    wording(
      'any',
      /(?:image|vision|document|pdf|audio|video)s? (?:input|content|inputs|understanding)s? (?:is |are )?(?:not supported|not currently supported|not yet supported)/,
    ),
    wording(
      'any',
      /(?:does not|doesnt|cannot|do not|not) (?:support|accept|process|handle|have) (?:the )?(?:image|vision|multimodal|video|audio|pdf|document|picture|visual)(?!s? ?(?:generation|editing|edits|output|modalit|variation|tool|search))/,
      'github.com/cloudflare/cloudflare-os/issues/97',
    ),
    wording('openai', /image urls are only allowed for messages with role user/, 'OpenAI chat'),
    wording('openai', /image_url is only supported/, 'github.com/vllm-project/vllm/issues/11629'),
    wording('deepseek', /unknown variant image_url/, undefined, 'decisive'),
    wording('openrouter', /no endpoints found that support (?:image|file|pdf|audio|video)/),
    wording('vllm', /at most 0 (?:image|video|audio)/, undefined, 'decisive'),
    wording('vllm', /is not a multimodal model/),
    wording('bedrock', /(?:doesnt|does not) support the (?:image|document|video)/, 'Bedrock Converse'),
    wording('any', /(?:only|just) (?:supports?|accepts?) text(?: inputs?(?! files)| content| messages?|[.,;)}]|$)/),
    wording(
      'any',
      /不支持图像|不支持图片|不支持视觉|不支持多模态|不支持文档/,
      'github.com/Wei-Shaw/sub2api/issues/6899',
    ),
  ],

  learn: ({ text }) => ({
    rules: /role \W{0,2}tool/i.test(text) ? { resultMediaKinds: new Set() } : { mediaKinds: new Set() },
  }),

  visit: {
    block(block, { format, report, rules }) {
      const kinds = (block.kind === 'tool_result' ? rules.resultMediaKinds : undefined) ?? rules.mediaKinds
      if (kinds === null || (block.kind !== 'media' && block.kind !== 'tool_result')) return
      const refused = format.media(block).filter((item) => !kinds.has(item.kind))
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
