import type { Reports } from '../detection/reports.ts'
import { wording } from '../detection/wording.ts'

export const searchResultInvalid: Reports = {
  wordings: [
    wording('anthropic', /invalid encrypted_(?:content|index) in/, undefined, 'decisive'),
    wording('anthropic', /failed to decrypt web search result/, undefined, 'decisive'),
    wording(
      'anthropic',
      /(?:search_result|search_tool_result|citations?)[\w.]{0,60}\.encrypted_(?:content|index): (?:field|string|input|invalid)/,
      undefined,
      'decisive',
    ),
    wording('anthropic', /encrypted_(?:content|index) (?:in|of) (?:search|web)/),
  ],
}
