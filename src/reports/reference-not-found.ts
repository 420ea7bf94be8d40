import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const referenceNotFound: Reports = {
  sentences: says(
    'reference notFound/invalid/lacks/unsupported/onlyIn',
    'reference notFound invalid',
    'invalid/lacks/unsupported reference',
    'item/reasoningItem notFound',
  ),
  things: ['reference'],
  wordings: [
    // github.com/router-for-me/CLIProxyAPI/issues/2381
    wording('openai', /items are not persisted/),
    wording('openai', /(?:previous_response|conversation)_not_found/, 'decisive'),
    // github.com/github/copilot-cli/issues/4505
    wording('copilot', /input item id does not belong to this connection/),
    // github.com/pydantic/pydantic-ai/issues/7461
    wording(
      'openai',
      /expected container_id: cntr_|cntr_\w{1,64} (?:(?:is|has) expired|is no longer)|(?<!media )container (?:is|has) expired/,
    ),
    // github.com/pydantic/pydantic-ai/issues/7833 and the tests there; an id of Anthropic's form keeps Docker out
    wording(
      'anthropic',
      /container not found: container_|container_0\w{1,64} (?:has expired|is no longer|not found|has been deleted|does not exist)/,
    ),
    // A parameter is the caller's business, but for an id that was right until what it names was gone.
    wording('anthropic', /container\.id: .{0,20}container_0\w{1,64} does not exist/, 'decisive'),
    // LM Studio
    wording('local', /history node with id .{1,80}not found/),
    // error codes of @anthropic-ai/sdk 1.11: replay the full conversation
    wording('anthropic', /thread_(?:not_found|already_c|fingerprint_|continue_|unsupported_)/, 'decisive'),
    wording('anthropic', /no usable thread state was found/),
    wording('any', /(?:invalid|unknown|unsupported) (?:parameter: ?)?previous[_ ]?response/),
    wording('any', /(?:response|item|conversation|container) (?:with )?id .{0,80}not (?:be )?found/, 'general'),
  ],
}
