import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const roleAlternation: Reports = {
  sentences: says(
    'message assistant needs user',
    'alternate role/message/user/assistant',
    'role/conversation/message/user/assistant alternate',
    'role/conversation alternate user',
    'message alternate role',
    'unsupported alternate message/user',
    'role needs alternate',
    'role needs alternate user assistant',
    'conversation role alternate',
    'alternate message role',
    'role differs role',
    'message alternate user/assistant',
    'needs assistant found user',
  ),
  wordings: [
    // Bedrock Converse
    wording('bedrock', /conversation must alternate/),

    // github.com/OpenHands/OpenHands
    wording('perplexity', /only supports u\/a\/u/),
    wording('any', /(?:roles|messages|turns) (?:must )?alternate/, 'decisive'),
    wording('gemini', /multiturn requests? (?:must |should )?alternate/),
    wording(
      'any',
      /(?:assistant|user|model) (?:message|turn)s? must be (?:followed|preceded) by an? (?:user|assistant|model)(?!.{0,40}tool)/,
    ),
    // llama.cpp
    wording('local', /cannot have 2 or more assistant messages at the end/),
    // code 1214
    wording('zhipu', /history ?参数非法/),
    // code 3230
    wording('mistral', /unexpected role (?:user after role user|assistant after role assistant)/),
    wording('any', /consecutive (?:messages? .{0,30}same role|(?:user|assistant) messages)/),
    wording('any', /(?:two|multiple) (?:or more )?(?:user|assistant) messages/, 'general'),
    wording('any', /(?:messages|turns|contents) must be an odd number/, 'general'),
  ],
}
