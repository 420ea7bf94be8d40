import { expect, test } from 'vitest'
import { findFormat } from '../../src/formats/index.ts'
import { namedAndBehind } from '../../src/lint/named-and-behind.ts'
import { readTranscript } from '../../src/lint/read-transcript.ts'
import { assistant, call, result, text, thinking, user } from '../strategies/anthropic.ts'

const said = (name: string): object => assistant(thinking(name, name), text('Yes.'))
const asks = assistant(thinking('c', 'c'), call('1'))

test.each<[what: string, last: readonly object[], named: string, given: string]>([
  ['a prompt', [user(text('Go on.'))], 'b', 'bc'],
  ['a prompt beside a result', [user(result('1'), text('Go on.'))], 'b', 'bc'],
  ['a result alone, which ends no turn', [user(result('1'))], 'b', 'b'],
  ['a prompt, the first of all named', [user(result('1'), text('Go on.'))], 'a', 'abcd'],
])('behind %s, other thinking is given up with what is named', (_, last, named, given) => {
  const format = findFormat('anthropic-messages')
  const list = [user('Hi'), said('a'), user('Hi'), said('b'), user('Hi'), asks, ...last, said('d')]
  const transcript = readTranscript(list, format, format.rules({}))
  const all = transcript.messages.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === 'thinking'))
  const blocks = namedAndBehind(
    all.filter(({ signature }) => signature === named),
    all,
    transcript,
  )
  expect(blocks.map(({ signature }) => signature).join('')).toBe(given)
})
