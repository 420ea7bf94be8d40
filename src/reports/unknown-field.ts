import type { Reports } from '../detection/reports.ts'
import { wording } from '../detection/wording.ts'

export const unknownField: Reports = {
  extras: { field: true },
  wordings: [
    wording('anthropic', /(?:messages|system)\.[^:]{1,160}: extra inputs/),
    wording('openai', /(?:unknown|unsupported) parameter: (?:messages|input)\./, 'OpenAI Responses'),
    wording(
      'gemini',
      /unknown name \w{1,60}at (?:request\.)?(?:contents|system_?instruction)[\w.]{0,60}: cannot find field/,
    ),
    wording(
      'groq',
      /messages\.[^.:]{1,8}[^{}]{0,200}property [\w.]{1,100}is unsupported/,
      'github.com/ServiceStack/llms/issues/17',
    ),
    wording('zhipu', /messages?\.[^.:]{1,8}\.content\.[^.:]{1,8} has invalid fields?/),
    wording('vllm', /messages,\w+,[\w,.-]{1,120}\)?,msg: extra inputs are not permitted/),
    wording('azure', /additional properties are not allowed .{1,160}messages\.[^.:]{1,8}/),
    wording('any', /messages\.[^.:]{1,8}[^{}:]{0,60}: (?:unknown|unexpected|unrecognized|invalid) field/),
  ],
}
