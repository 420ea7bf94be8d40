import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/sentence-rule.ts'
import { wording } from '../detection/wording.ts'

export const referenceNotFound: Reports = {
  sentences: says(
    'reference notFound',
    'reference invalid',
    'reference lacks',
    'reference notFound invalid',
    'invalid reference',
    'lacks reference',
    'item notFound',
    'reference unsupported',
    'reasoningItem notFound',
  ),
  wordings: [
    wording('openai', /item with id [\w.-]{1,200}not found/),
    wording('openai', /items are not persisted (?:when|for)/, 'github.com/router-for-me/CLIProxyAPI/issues/2381'),
    wording('openai', /previous[_ ]response(?:_id)?(?: with id)? .{0,160}not[_ ]found/),
    wording('openai', /(?:previous_response|conversation)_not_found/, undefined, 'decisive'),
    wording('openai', /previous response cannot be used/, 'github.com/can1357/oh-my-pi/issues/2341'),
    wording('openai', /(?:response|conversation|thread) with id [\w.-]{1,200}not found/),
    wording(
      'anthropic',
      /thread_(?:not_found|already_continued|fingerprint_mismatch|continue_in_flight|unsupported_request)/,
      'error codes of @anthropic-ai/sdk 1.11: replay the full conversation',
      'decisive',
    ),
    wording('anthropic', /no usable thread state was found/),
    wording('any', /(?:invalid|unknown|expired|no such|unrecognized) previous[_ ]?response/),
    wording(
      'any',
      /(?:previous[_ ]?response|response|item) (?:with )?id .{0,80}not (?:be )?found/,
      undefined,
      'general',
    ),
  ],
}
