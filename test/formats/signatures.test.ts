import { expect, test } from 'vitest'
import { base64Signatures } from '../../src/formats/base64-signatures.ts'
import { claudeSignatures } from '../../src/formats/claude-signatures.ts'
import { isLegalSignature } from '../../src/formats/is-legal-signature.ts'

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
  expect(new RegExp(claudeSignatures).test(signature)).toBe(legal)
})

test('a rule of another provider is not asked about a long signature, or no rule refuses one', () => {
  expect(isLegalSignature(words, /^[\w+/]+=*$/)).toBe(false)
  expect(isLegalSignature('no signature', undefined)).toBe(true)
})

const sealed = 'c2lnbmF0dXJl'.repeat(10)

test.each<[what: string, signature: string, legal: boolean]>([
  ['a short one', 'Es4D', true],
  ['a short one of the other alphabet', 'Es-_', true],
  ['a short one with a gap', 'Es 4D', false],
  ['a short one that is cut', 'Es4DA', false],
  ['a name of nothing', 'null', false],
  ['a long one', sealed, true],
  ['a long one, padded', `${sealed}c2k=`, true],
  ['a long one, padded twice', `${sealed}cw==`, true],
  ['a long one without its padding', `${sealed}cw`, true],
  ['a long one of the other alphabet', `-_${sealed}-_`, true],
  ['a long one that is cut', `${sealed}c`, false],
  ['a long one that is cut before its padding', `${sealed}c===`, false],
  ['two that were joined', `${sealed}c2k=${sealed}`, false],
  ['one with half of another', `${sealed}c2k=c`, false],
  ['a long one with too much padding', `${sealed}c2====`, false],
  ['a long one that was shortened', `${sealed}c2…`, false],
  ['a long one that was shortened before its padding', `${sealed}c2….=`, false],
  ['a long one with a line break behind it', `${sealed}\n`, false],
  ['a long one whose padding is written as in an address', `${sealed}cw%3D%3D`, false],
  ['a long one that was altered in its middle, which is not looked for', `${sealed}.c2l${sealed}`, true],
  ['a long one in quotes', `"${sealed}c2"`, false],
  ['a long one as a data URL', `data:text/plain;base64,${sealed}`, false],
  ['a long one behind the name of its maker', `gemini-3-pro|${sealed}`, false],
])('%s: what the provider cannot decode is passed, or the reverse', (_, signature, legal) => {
  expect(isLegalSignature(signature, base64Signatures)).toBe(legal)
})
