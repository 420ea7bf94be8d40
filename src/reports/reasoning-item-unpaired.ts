import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const reasoningItemUnpaired: Reports = {
  sentences: says(
    'reasoningItem needs item',
    'item/reference/call/message lacks reasoningItem',
    'reasoningItem lacks/needs/immediately',
    'reasoningItem/item/reference lacks item',
    'reference/message/call needs reasoningItem',
    'alternate reasoningItem',
    'reasoningItem unsupported last',
    'reasoningItem unmatched/last',
    'reasoningItem item absent',
    'item reasoningItem absent',
    'call/message reasoningItem notFound/absent',
  ),
  wordings: [
    // github.com/continuedev/continue/issues/8933
    wording('openai', /of type \w{1,40} was provided|was provided without it/),
    // llama.cpp Responses
    wording('local', /item\.(?:content|summary) is not an array/),
    // llama.cpp Responses
    wording('local', /cannot determine type of item/),
  ],
}
