import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const mediaUnsupported: Reports = {
  sentences: says(
    'onlyIn user media',
    'unreadable media onlyIn',
    'media disabled/unsupported/onlyIn',
    'media result unsupported',
    'unsupported/onlyIn media',
    'unsupported content media/mediaType',
    'media content unsupported',
    'onlyIn text',
    'media onlyIn/needs user',
    'onlyIn found media',
    'assistant/system unsupported media',
  ),
  wordings: [
    wording('any', /text-only model received/),

    // AI_UnsupportedFunctionalityError; who hands it on may lose its name
    wording('ai-sdk', /(?:file|image) (?:urls?|content|part)[^;{}]{0,120} functionality not supported/),

    // github.com/devoxx/DevoxxGenieIDEAPlugin/issues/648
    wording('langchain', /expecting single text content, but got: ?.{0,400}(?:image|audio|video|pdffile)content ?\{/),

    wording('ollama', /missing data required for image input/),
    wording(
      'any',
      /(?:(?:image|vision|document|pdf|audio|video|multimodal)s? (?:input|content)s?|vision) (?:is |are )?(?:not (?:yet )?(?:supported|allowed|enabled|available|accepted)|unsupported|disabled)/,
    ),
    // github.com/cloudflare/cloudflare-os/issues/97
    wording(
      'any',
      /(?:not (?:support|accept|handle|understand|(?<!message do not )have)|model cannot process|(?:this|selected) model can not (?:see|view|hear)|has no (?=\w{1,12} (?:capabilit|support))) (?:the |this |any )?(?:image|vision|multimodal|media, but media|video|audio|pdf|document)(?!s? ?search)/,
    ),
    // github.com/vllm-project/vllm/issues/11629
    wording('openai', /(?:image[_ ]urls?|input_(?:image|audio)) (?:is|are) only supported/),
    wording('deepseek', /unknown variant image/, 'decisive'),
    wording('openrouter', /no endpoints found that support (?:input )?(?:image|file|pdf|audio|video)/),
    wording('vllm', /at most 0 (?:image|video|audio)/, 'decisive'),
    wording('vllm', /is not a (?:multimodal|vision) model/),
    wording('any', /only (?:supports?|accepts?) text(?: inputs?(?! files)| content| messages?|[.,;)}]|$)/),
    // github.com/Wei-Shaw/sub2api/issues/6899
    wording('any', /不支持图像|不支持图片|不支持视觉|不支持多模态|不支持文档/),
    wording('any', /image_url (?:is )?not supported/),
    // OpenAI chat
    wording('openai', /image urls are only allowed for messages with role user/),
  ],
}
