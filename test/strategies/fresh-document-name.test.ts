import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { freshDocumentName } from '../../src/strategies/shared/fresh-document-name.ts'
import { NumberedNames } from '../../src/transcript/numbered-names.ts'

/** Alphabets that no two providers share. */
const alphabets = ['\\w()[\\] -', 'a-zA-Z0-9()[\\] -', '\\w.() -', 'a-z0-9() -']

test.each(alphabets)('a name is cleaned of what its rule takes, or keeps what it does not: [%s]', (letters) => {
  const rule = { pattern: new RegExp(`^(?!.* {2})[${letters}]+$`), maxLength: 24, replacement: '-' }
  const one = new RegExp(`[${letters}]`)
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), fc.string({ maxLength: 30 }), (a, b) => {
      const names = new NumberedNames()
      for (const name of [a, b, a]) {
        const fresh = freshDocumentName(name, names, rule)
        expect(fresh).toMatch(rule.pattern)
        expect(fresh.length).toBeLessThanOrEqual(rule.maxLength)
      }
      const kept = Array.from(a).filter((letter) => one.test(letter) && letter.trim() !== '')
      const fresh = freshDocumentName(a, new NumberedNames(), rule)
      fc.pre(kept.length > 0 && Array.from(a).length <= rule.maxLength)
      expect(Array.from(fresh).filter((letter) => letter !== '-' && letter !== ' ')).toEqual(
        kept.filter((letter) => letter !== '-'),
      )
    }),
  )
})

test.each([
  [' ', ' ', ' (2)'],
  ['a ', 'a ', 'a (2)'],
  ['a'.repeat(20) + ' bc', 'a'.repeat(20) + ' bc', 'a'.repeat(20) + ' (2)'],
])('a second name has two spaces where the first ends in one, or is cut behind one: %j', (name, first, second) => {
  const rule = { pattern: /^(?!.* {2})[\w()[\] -]+$/, maxLength: 24, replacement: '-' }
  const names = new NumberedNames()
  expect([freshDocumentName(name, names, rule), freshDocumentName(name, names, rule)]).toEqual([first, second])
})
