import { commonLimits } from '../detection/error-extras.ts'
import { fields } from '../detection/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/sentence-rule.ts'
import { wording } from '../detection/wording.ts'

export const mediaLimitExceeded: Reports = {
  extras: {
    limits: [
      /bytes > (\d+) bytes/,
      /max allowed size[^:]{0,40}: (\d+) pixels/,
      /limit for many-image requests \((\d+) px/,
      /maximum of (\d+) pdf pages/,
      ...commonLimits,
    ],
  },
  fields: [...fields('image.* document.* image_url image_url.url inline_data.* pdf.* source.base64.*', 'long')],
  sentences: says('large media', 'media large', 'media unsupported large', 'media fewer'),
  wordings: [
    wording('anthropic', /too much media/),

    wording('anthropic', /image dimensions exceed max allowed size/),
    wording('claude-code', /exceeds? the dimension limit/, 'code.claude.com/docs/en/errors'),
    wording('anthropic', /image exceeds .{0,40}maximum/),
    wording('volcengine', /exceeds the maximum allowed total pixels/),
    wording('anthropic', /maximum of \d+ (?:pdf )?pages/),
    wording('anthropic', /too many (?:images|documents|media|pdf pages)/),
    wording('vllm', /at most [1-9]\d* (?:image|video|audio|document|multimodal)/),
    wording(
      'any',
      /(?:exceed(?:s|ed|ing)?|over) (?:the )?(?:maximum |max |limit on |allowed ){0,3}(?:number of |count of )(?:images|documents|pictures|files)/,
    ),
    wording('any', /(?:maximum|max) (?:number of |allowed )?(?:images|documents|pictures)/),
    wording('groq', /supports? (?:up to|at most|a maximum of) \d+ images?/),
    wording('any', /images? (?:is |are |was |were )?too (?:large|big|many|small)/),
    wording(
      'claude-code',
      /pdf too large|pdf is too large|pdf was too large|pdf too big/,
      'code.claude.com/docs/en/errors',
    ),
    wording(
      'any',
      /(?:image|picture|document|pdf)(?:s)? (?:file )?(?:size|length|width|height|resolution|dimension|pixel)s?.{0,60}(?:exceed|too large|larger than|limit|restrictions|must be)/,
      'Qwen: The image length and width do not meet the model restrictions',
    ),
    wording(
      'any',
      /(?:image|document|pdf)s? .{0,24}(?:exceeds?|is larger than|is over) .{0,40}(?:mb|mib|pixels|bytes|maximum|limit)/,
      undefined,
      'general',
    ),
    wording(
      'bedrock',
      /cant include more than \d+ (?:document|image|video)/,
      'github.com/aws-samples/generative-ai-use-cases/issues/1685',
    ),
    wording(
      'any',
      /\d (?:images?|documents?|pictures?|files) per (?:request|message|prompt|turn)/,
      undefined,
      'general',
    ),
    wording('bedrock', /maximum (?:document|image) size/),
    wording('any', /图片过大|图片太大|图片超过|图片超出|图片过多|图片大小超|图片尺寸|图片数量超/),
    wording(
      'any',
      /(?:too many|fewer than \d{1,4}|at most \d{1,4}|more than \d{1,4}|maximum of \d{1,4}|up to \d{1,4}) (?:images?|documents?|pdf|pictures?|media)/,
      undefined,
      'general',
    ),
  ],
}
