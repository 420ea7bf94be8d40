import { fields } from '../detection/grammar/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const unknownField: Reports = {
  extras: { field: true },
  fields: [
    ...fields('*', 'unknown'),
    ...fields('$messages.* $.tool_calls.* $.function_call.*', 'unsupported'),
    ...fields('$messages.name', 'null type'),
    ...fields('$messages.tool_call_id', 'unsupported'),
  ],
  sentences: says(
    'onlyIn result/toolRole callID',
    'callID onlyIn result/toolRole',
    'onlyIn assistant',
    'user/assistant/system unsupported callID',
    'extraField message/text/thinkingBlock/media/call/result/content/item/user/assistant/system/searchResult/reasoningItem',
    'message/text/thinkingBlock/media/call/result/content/item/user/assistant/system/searchResult/reasoningItem extraField',
    'field unsupported/notFound message/content/assistant/user/result',
    'unsupported/unmatched field message/content/assistant/user',
    'message/assistant/user field unsupported/notFound',
    'unmatched message/text/thinkingBlock/media/call/result field',
    'invalid/unsupported call/result field',
    'unsupported text/media/thinkingBlock field',
    'message/result/toolRole/user/assistant/system unsupported assistant/user/result field',
    'result/toolRole/user/assistant/system onlyIn role content',
  ),
  wordings: [
    wording(
      'any',
      /(?:unknown|unexpected|unsupported|extra) (?:field|key|property):? [\w.]{1,40} ?(?:in|on|for) (?:the |an? )?(?:message|content|assistant|user|input item)/,
      'general',
    ),
    // the place is left out: names of parts, of nothing else in a request
    wording(
      'gemini',
      /unknown name (?:thought_?signature|thought|function_?(?:call|response)|reasoning_content)(?!\w)/,
      'general',
    ),
    // Go's decoder names no place: fields of messages, of nothing else in a request
    wording(
      'databricks',
      /json: unknown field (?:(?<=request: ?json: unknown field )name|refusal|annotations|reasoning_content|reasoning_details|tool_call_id|tool_calls|cache_control)(?!\w)/,
    ),
    wording(
      'any',
      /(?<!role )(?:name|refusal) is not (?:allowed|permitted) (?:in|on) (?:tool|assistant) messages/,
      'general',
    ),
    // where the place is cut off, what is meant instead is a field of messages alone
    wording(
      'groq',
      /property (?:reasoning_content is unsupported|[\w.-]{1,60} is unsupported, did you mean (?:role|content|tool_calls?|tool_call_id)(?!\w))/,
    ),
    // github.com/BerriAI/litellm/issues/9720
    wording('xai', /only messages? of role \w{1,12} can have a /),
  ],
}
