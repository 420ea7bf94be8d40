import { expect, test } from 'vitest'
import { findFormat } from '../../src/formats/index.ts'
import { knownMakers, makerMark } from '../../src/recovery/maker.ts'
import type { Block } from '../../src/transcript/transcript.ts'

const format = findFormat('anthropic-messages')
const thought = (signature: unknown): object => ({
  role: 'assistant',
  content: [{ type: 'thinking', thinking: 'Hm.', signature }],
})
const asked = { provider: 'p', endpoint: 'e', model: 'new' }
const whole = { ...asked, account: 'a' }

/** Who made a signed block of the only message, for one who is asked. */
function makerOf(meta: unknown, signature = 'c2ln', block: object = { signature }): string | undefined {
  const known = knownMakers({ messages: [{ raw: thought(signature), meta }] }, format, asked)
  return known(block as Block)
}

test.each<[what: string, maker: unknown, name: string | undefined]>([
  ['nobody', undefined, undefined],
  ['what is no maker', 'new', undefined],
  ['the one who is asked', asked, ''],
  ['the same one, of an account that nobody asks for', whole, ''],
  ['somebody who tells nothing', {}, ''],
  ['another model', { ...whole, model: 'old' }, 'p\ne\na\nold'],
  ['another model, of which no more is told', { model: 'old' }, '\n\n\nold'],
  ['another provider', { ...asked, provider: 'q' }, 'q\ne\n\nnew'],
  ['another endpoint', { ...asked, endpoint: 'f' }, 'p\nf\n\nnew'],
  ['a model that is null', { model: null }, '\n\n\n'],
])('thinking of %s is taken for that of another', (_, maker, name) => {
  expect(makerOf({ [makerMark]: maker })).toBe(name)
})

test('a block without a signature, with another one or in a message without notes has a maker', () => {
  const meta = { [makerMark]: { model: 'old' } }
  expect([makerOf(meta, ''), makerOf(meta, 'c2ln', {}), makerOf(meta, 'c2ln', { signature: 'other' })]).toEqual(
    Array(3).fill(undefined),
  )
  expect([makerOf(null), makerOf(undefined), makerOf('notes')]).toEqual(Array(3).fill(undefined))
})

test('each of two signed messages has the maker of the other', () => {
  const messages = ['one', 'two'].map((model) => ({ raw: thought(model), meta: { [makerMark]: { model } } }))
  const known = knownMakers({ messages }, format, asked)
  expect(['one', 'two'].map((signature) => known({ signature } as Block))).toEqual(['\n\n\none', '\n\n\ntwo'])
})
