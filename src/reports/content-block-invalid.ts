import type { Reports } from '../detection/reports.ts'
import { wording } from '../detection/wording.ts'

export const contentBlockInvalid: Reports = {
  extras: { field: true },
  wordings: [
    wording(
      'gateway',
      /(?:invalid|unsupported|unknown) input (?:item )?type/,
      'github.com/james-6-23/codex2api/issues/224',
    ),
    wording('any', /messages-> ?\w+-> ?content.{0,120}msg: (?:input should|field required)/),
    wording(
      'anthropic',
      /input tag [^:]{0,80}found using \w{1,12}does not match any of the expected tags/,
      undefined,
      'general',
    ),
    wording('anthropic', /messages\.[^:]{1,120}: input tag/),
    wording('anthropic', /role system supports .{0,80}blocks only/),
    wording(
      'anthropic',
      /messages\.[^.:]{1,8}(?:\.content\.[^.:]{1,8})?: input should be (?:an object|a valid (?:dictionary|object))/,
    ),
    wording(
      'anthropic',
      /messages\.[^:]{1,160}: (?:input should|field required|list should|string should|value error)/,
      undefined,
      'general',
    ),
    wording(
      'openai',
      /supported values are: .{0,400}(?:input_text|output_text|input_image|image_url|input_audio|function_call_output|item_reference|apply_patch_call|code_interpreter_call|computer_call|file_search_call|web_search_call|find_in_page|summary_text|refusal)/,
    ),
    wording('openai', /invalid value: .{1,1500}param: ?(?:messages|input)\./, undefined, 'general'),
    wording('openai', /invalid type for (?:messages|input)\.[^:]{1,80}: expected/, undefined, 'general'),
    wording('openai', /invalid type for (?:messages|input)\.[^.:]{1,8}\.content/),
    wording('openai', /missing required parameter: (?:messages|input)\.[^.:]{1,8}[.\w]*/, undefined, 'general'),
    wording('openai', /invalid (?:messages|input)\.[^:]{1,80}: (?!empty)/, undefined, 'general'),
    wording('openai', /input\.[^.:]{1,8} missing required field/, undefined, 'general'),
    wording(
      'groq',
      /messages\.[^.:]{1,8}\.content ?: ?(?:value must be|one of the following|wrong type)/,
      'github.com/livekit/agents/issues/1790',
    ),
    wording(
      'groq',
      /messages\.[^.:]{1,8}\.content must be a(?: string|n array)/,
      'github.com/microsoft/PyRIT/issues/704',
    ),
    wording('azure', /is not of type .{1,40}- ?messages\.[^.:]{1,8}/, undefined, 'general'),
    wording('azure', /is not valid under any of the given schemas ?- ?messages\.[^.:]{1,8}/),
    wording('any', /body\.messages\.content\.\w{1,20} ?-? ?input should be/),
    wording(
      'any',
      /messages,\w+,[\w,.-]{0,100}content[\w,.-]{0,80}\)?(?:,type: ?\w+)?,msg: (?:input should|field required)/,
      undefined,
      'general',
    ),
    wording('any', /json body into the target type: (?:messages|input)\./, undefined, 'general'),
    wording(
      'any',
      /(?:unknown|invalid|unsupported) (?:content|message|input) (?:block |part |item )?type:? ?(?!application|multipart|text\/|image\/|header|null)\w/,
    ),
    wording('gemini', /required oneof field data must have one initialized field/),
    wording('gemini', /unknown name \w{1,60}at (?:request\.)?contents[\w.]{0,60}: proto field is not repeating/),
    wording('gemini', /invalid value at (?:request\.)?contents\./, undefined, 'general'),
  ],
}
