import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const toolDefinitionsMissing: Reports = {
  sentences: says(
    'toolDefinitions absent call/result',
    'toolDefinitions absent message/conversation call',
    'call/result/message/conversation needs toolDefinitions',
    'call lacks/notFound/absent toolDefinitions',
    'result lacks toolDefinitions',
    'result unsupported lacks toolDefinitions',
    'message absent toolDefinitions',
    'call/conversation/assistant toolDefinitions absent',
    'toolDefinitions empty call/result',
    'call toolDefinitions empty',
    'lacks toolDefinitions call',
    'toolDefinitions empty message call',
    'message toolDefinitions absent',
    'message/assistant notFound toolDefinitions',
  ),
  wordings: [
    // github.com/BerriAI/litellm/issues/11001
    wording('groq', /requested tool does not exist/),
    wording('litellm', /expects the tools= ?param/),
    // error code of @anthropic-ai/sdk 1.11
    wording('anthropic', /tool_reference_unresolved/, 'decisive'),
    // the counterpart of `mcp_servers` and of `server_label`: no block of a server that a request does not name
    wording('any', /mcp server \S{1,64} not found in (?:mcp_servers|tools)/, 'general'),
    wording('anthropic', /container_id is required when there are pending tool uses/),
    wording(
      'any',
      /(?:tools|toolconfig)[\w ]{0,20}must be (?:defined|provided|specified|present|set)(?! in the)/,
      'general',
    ),
    wording('any', /tool reference [\w.:-]{1,100} ?(?:not found|has no corresponding tool)/),
    wording('any', /must define (?:the )?tools/, 'general'),
  ],
}
