import { expect, test } from 'vitest'
import { findFormat } from '../../src/formats/index.ts'
import { allOrNamed } from '../../src/lint/all-or-named.ts'
import { readTranscript } from '../../src/lint/read-transcript.ts'
import { assistant, text, thinking, user } from '../strategies/anthropic.ts'

const hidden = (data: string): object => ({ type: 'redacted_thinking', data })
const [first, second, third, last] = [thinking('1', 'a'), hidden('b'), thinking('3', 'c'), hidden('d')]

/** Thinking that can be read and thinking that cannot, in turns. */
const said = [first, second, third, last].flatMap((thought) => [user('Hi'), assistant(thought, text('Yes.'))])

test.each<[named: string, block: object, given: readonly object[]]>([
  ['the first of all', first, [first, second, third, last]],
  ['the first of its kind', second, [second, last]],
  ['a later one of its kind', third, [third]],
  ['the last', last, [last]],
])('of suspects, %s is given up alone, or with others that verify', (_, block, given) => {
  const format = findFormat('anthropic-messages')
  const { messages } = readTranscript(said, format, format.rules({}))
  const all = messages.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === 'thinking'))
  const named = all.filter(({ raw }) => raw === block)
  expect(allOrNamed(named, all).map(({ raw }) => raw)).toEqual(given)
})
