import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/sentence-rule.ts'
import { wording } from '../detection/wording.ts'

export const toolDefinitionsMissing: Reports = {
  sentences: says(
    'toolDefinitions absent call',
    'toolDefinitions absent result',
    'toolDefinitions absent message call',
    'toolDefinitions absent conversation call',
    'call needs toolDefinitions',
    'result needs toolDefinitions',
    'message needs toolDefinitions',
    'conversation needs toolDefinitions',
    'unsupported result lacks toolDefinitions',
    'call lacks toolDefinitions',
    'result lacks toolDefinitions',
    'call result needs toolDefinitions',
    'message absent toolDefinitions',
    'call toolDefinitions absent',
  ),
  wordings: [
    wording('bedrock', /toolconfig field must be defined when using tool/, 'Bedrock Converse'),
    wording('anthropic', /requests which include tool_use or tool_result blocks must define tools/),
    wording('anthropic', /tool reference [\w.:-]{1,200}not found in available tools/),
    wording('anthropic', /tool_reference_unresolved/, 'error code of @anthropic-ai/sdk 1.11', 'decisive'),
    wording('anthropic', /container_id is required when there are pending tool uses/),
    wording('litellm', /(?:expects the|tool calling without) tools= ?param/),
    wording('any', /tools must be (?:provided|specified|defined|declared|present) (?:when|if|because)/),
    wording(
      'any',
      /(?:tool_results|tool calls) (?:cannot|can not|can only) be (?:used|specified|provided) (?:without|with|when) tools/,
    ),
    wording(
      'any',
      /(?:tools|toolconfig)[\w ]{0,20}must be (?:defined|provided|specified|present|set)(?! in the)/,
      undefined,
      'general',
    ),
    wording('any', /tool reference [\w.:-]{1,100} ?not found/, undefined, 'general'),
    wording('any', /must define (?:the )?tools/, undefined, 'general'),
  ],
}
