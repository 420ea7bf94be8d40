import { commonLimits } from '../detection/shapes/error-extras.ts'
import { fields } from '../detection/grammar/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const mediaLimitExceeded: Reports = {
  extras: {
    limits: [
      /bytes > (\d+) bytes/,
      /max allowed size[^:]{0,40}: (\d+) pixels/,
      /limit for many-image requests \((\d+) px/,
      /maximum of (\d+) pdf pages/,
      /max_side_length_pixels: (\d+)/,
      /only include (\d+)/,
      ...commonLimits,
    ],
  },
  fields: [
    ...fields(
      'image.* document.* image_url image_url.url inline_data.* pdf.* source.base64.* content.source.*',
      'long',
    ),
  ],
  sentences: says('large media', 'media large/fewer', 'media found large', 'media unsupported/onlyIn large'),
  wordings: [
    // error code of @anthropic-ai/sdk 1.12; every image over the limit is named beside it
    wording('anthropic', /image_dimensions_too_large/, 'decisive'),
    // too many in one chat of claude.ai, too much in one request
    wording('anthropic', /exceeds? the .{0,3}maximum image count|too much media/),
    wording('github-copilot', /too large to send natively.{0,20}capi/),
    // over gRPC
    wording('gemini', /invalid_argument: ?the input image is too large/),
    wording('vllm', /at most \d{1,4} (?:image|video|audio)\(s\) may be provided/),
    // code 2013
    wording('minimax', /(?<![a-z])media exceeds size limit/),
    // vLLM before 0.9: You set image=1 (or defaulted to 1) in `--limit-mm-per-prompt`, but passed 2 image items in the same prompt.
    wording('vllm', /limit-mm-per-prompt.{0,3},? ?but passed \d{1,4}/),
    wording('qwen', /exceeded limit on max data-uri per request/),
    // Qwen-VL, in vLLM and elsewhere
    wording('qwen', /aspect ratio must be smaller than/),

    wording('any', /request .{1,20}\d images, ?(?:but )?at most/),
    wording('any', /(?:maximum|max) (?:number of |allowed )?(?:images(?!ize)|documents)(?! you can view)/),
    // vLLM
    wording(
      'any',
      /multiple (?:image_url|images?|videos?) (?:inputs? )?(?:is|are) (?:currently )?not supported/,
      'shared',
    ),
    wording('any', /images? (?:are|was) too (?:large|small)/, 'shared'),
    // code.claude.com/docs/en/errors
    wording('any', /pdf (?:(?:was )?too large|too big)/, 'shared'),
    wording('any', /maximum of \d{1,4} (?:images?|documents|media)/, 'shared'),
    // Qwen: The image length and width do not meet the model restrictions
    wording('any', /images? (?:size|length|width)s?.{0,60}(?:limit|restrictions|must be)/, 'shared'),
    wording('any', /(?:image|document)s? .{0,24}(?:exceeds?|is over) .{0,40}(?:pixels|maximum|limit)/, 'general'),
    wording('any', /图片过大|图片太大|图片超过|图片超出|图片过多|图像过多|图片大小超|图片尺寸|图片数量超/),
    wording('any', /images?,? .{0,8}(?:maximum|limit) is \d/, 'general'),
    wording('any', /pages,? at most \d/, 'general'),
    // in a request, not in what an application takes
    wording(
      'any',
      /(?:请求最多支持|单次最多支持|模型最多支持|单次请求最多|最多只能传入) ?\d{1,4} ?(?:张|个)(?:图片|图像)/,
    ),
    wording(
      'any',
      /(?:too many|fewer than \d{1,4}|at most \d{1,4}|more than \d{1,4}|maximum of \d{1,4}(?= pdf)|up to \d{1,4}) (?:images?|documents?|pdf|media)/,
      'general',
    ),
  ],
}
