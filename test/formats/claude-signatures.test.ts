import { expect, test } from 'vitest'
import { claudeSignatures, isLegalSignature } from '../../src/formats/claude-signatures.ts'

const real = 'ErUBCkYIARgCIkD7Vx+/w0='
const words = 'no signature '.repeat(8)

test.each<[what: string, signature: string, legal: boolean]>([
  ['a real one', real, true],
  ['a word', 'x', true],
  ['nothing', '', false],
  ['words', 'no signature available', false],
  ['a mark in brackets', '[redacted]', false],
  ['a tag', '<signature>', false],
  ['a template', '{{signature}}', false],
  ['one that was shortened', `${real}…`, false],
  ['words of 99 characters', words.slice(0, 99), false],
  ['what is longer than any placeholder', words.slice(0, 100), true],
  ['a long real one', real.repeat(20), true],
])('%s: its form is misjudged, or the short way differs from the pattern', (_, signature, legal) => {
  expect(isLegalSignature(signature, claudeSignatures)).toBe(legal)
  expect(claudeSignatures.test(signature)).toBe(legal)
})

test('a rule of another provider is not asked about a long signature, or no rule refuses one', () => {
  expect(isLegalSignature(words, /^[\w+/]+=*$/)).toBe(false)
  expect(isLegalSignature('no signature', undefined)).toBe(true)
})
