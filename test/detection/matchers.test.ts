import { expect, test } from 'vitest'
import { compileWordings, reachOf } from '../../src/detection/words/compile-wordings.ts'
import { fields } from '../../src/detection/grammar/field-rule.ts'
import { fencedError } from '../../src/detection/talk/fenced-error.ts'
import { foldText } from '../../src/detection/words/fold-text.ts'
import { isElsewhere } from '../../src/detection/shapes/is-elsewhere.ts'
import { isSourceCode } from '../../src/detection/talk/is-source-code.ts'
import { compileFields } from '../../src/detection/grammar/match-fields.ts'
import { compileSentences } from '../../src/detection/grammar/match-sentences.ts'
import { isInComment, isInLink, isLiteralOfCode, isQuotedInSentence } from '../../src/detection/talk/quotation.ts'
import { isQuotedError } from '../../src/detection/talk/quoted-error.ts'
import { screenError } from '../../src/detection/talk/screen-error.ts'
import { readPaths } from '../../src/detection/paths/read-paths.ts'
import { requiredLiterals } from '../../src/detection/words/required-literals.ts'
import { says } from '../../src/detection/grammar/sentence-rule.ts'
import { wording } from '../../src/detection/words/wording.ts'
import { linesOf, type Readers } from './made-of.ts'
import * as texts from './texts-of-matchers.ts'

const owned = <T, const Type>(rules: readonly T[], type: Type): (T & { type: Type })[] =>
  rules.map((rule) => ({ ...rule, type }))

/** A few rows of each kind: what the matchers do is on record, not what the providers say. */
const wordings = compileWordings([
  ...owned([wording('a', /sharp tool_call/, 'decisive')], 'tool_result_missing'),
  ...owned([wording('b', /plain (?:alpha|omega)\d+/)], 'tool_result_orphan'),
  ...owned([wording('c', /plain alpha/), wording('c', /alpha\d+ and more/)], 'blank_text'),
  ...owned([wording('any', /loose .{0,60}end/, 'general'), wording('any', /looser/, 'vague')], 'role_invalid'),
  ...owned([wording('any', /upload_call/, 'plain')], null),
])
const fieldRules = compileFields([
  ...owned(fields('tool_use.id', 'required empty pattern'), 'tool_call_id_invalid'),
  ...owned(fields('content', 'empty required type'), 'empty_content_message'),
  ...owned(fields('content.#', 'type value invalid'), 'content_block_invalid'),
  ...owned(fields('role', 'value required'), 'role_invalid'),
  ...owned(fields('messages.*.text', 'empty'), 'blank_text'),
  ...owned(fields('messages', 'empty required'), 'conversation_empty'),
  ...owned(fields('*', 'unknown'), 'unknown_field'),
  ...owned(fields('*', 'invalid long'), 'content_block_invalid'),
])
const sentences = compileSentences([
  ...says('call lacks result').map((words) => ({ words, type: 'tool_result_missing' as const })),
  ...says('result lacks call').map((words) => ({ words, type: 'tool_result_orphan' as const })),
  ...says('call duplicate').map((words) => ({ words, type: 'tool_call_id_duplicate' as const })),
  ...says('message empty').map((words) => ({ words, type: 'empty_content_message' as const })),
  ...says('media large').map((words) => ({ words, type: 'media_limit_exceeded' as const })),
])

/** The words stand between two signs. */
function between<T>(text: string, read: (plain: string, start: number, end: number) => T): T {
  const start = text.indexOf('@')
  const plain = text.replace('@', '')
  const end = plain.indexOf('@')
  return end < 0 ? read(plain, start, plain.length) : read(plain.replace('@', ''), start, end)
}
const quotationsIn = (text: string): unknown =>
  between(text, (plain, start, end) =>
    Object.entries({
      sentence: isQuotedInSentence(plain, start, end),
      literal: isLiteralOfCode(plain, start),
      link: isInLink(plain, start, end),
      comment: isInComment(plain, start),
    }).flatMap(([name, holds]) => (holds ? [name] : [])),
  )
const quoted = (text: string): unknown =>
  between(text, (plain, start, end) => {
    const place = {
      start: foldText(plain.slice(0, start)).lower.length,
      end: foldText(plain.slice(0, end)).lower.length,
    }
    return [false, true].map((isBody) => isQuotedError(foldText(plain), place, plain, { isBody }))
  })

const readers: Readers = {
  requiredLiterals: [requiredLiterals, texts.patterns],
  reachOf: [reachOf, texts.patterns],
  compileWordings: [
    (text: string) =>
      wordings(foldText(text)).map(({ end, rank, start, wording: { provider } }) => [provider, rank, start, end]),
    texts.worded,
  ],
  compileFields: [
    (text: string) =>
      fieldRules(foldText(text), readPaths(foldText(text))).map(({ path, ...match }) => ({ ...match, of: path.names })),
    texts.ofFields,
  ],
  compileSentences: [
    (text: string) => {
      const folded = foldText(text)
      return [true, false].map((isRefusal) =>
        sentences(folded, readPaths(folded), isRefusal).map(({ end, start, type }) => [type, start, end]),
      )
    },
    texts.stated,
  ],
  isElsewhere: [isElsewhere, texts.addressed],
  fencedError: [fencedError, texts.posted],
  screenError: [screenError, texts.onScreens],
  isSourceCode: [isSourceCode, texts.ofCode],
  quotations: [quotationsIn, texts.quotations],
  isQuotedError: [quoted, texts.told],
}

// A change on purpose: `npx vitest run test/detection/matchers -u`; read the difference before it is committed.
test('a matcher finds something else in a text than is on record', async () => {
  await expect(`${linesOf(readers).join('\n')}\n`).toMatchFileSnapshot('./matchers.txt')
})
