import { describe, expect, test } from 'vitest'
import { findFormat } from '../../src/formats/index.ts'
import { findStaleThinking } from '../../src/lint/find-stale-thinking.ts'
import { createGap } from '../../src/lint/gap.ts'
import { readTranscript } from '../../src/lint/read-transcript.ts'
import type { Transcript } from '../../src/transcript/transcript.ts'

const format = findFormat('anthropic-messages')
const view = (list: readonly unknown[], leftOut?: readonly number[]): Transcript =>
  readTranscript(list, format, format.rules({}), leftOut)

const said = (role: string, ...content: readonly unknown[]): object => ({ role, content })
const text = (value: string, more: object = {}): object => ({ type: 'text', text: value, ...more })
const thought = (name: string): object => ({ type: 'thinking', thinking: name, signature: name })
const summary = (content: string | null): object => ({ type: 'compaction', content })
const marked = { cache_control: { type: 'ephemeral' } }

const ask = said('user', text('ask'))
const first = said('assistant', thought('one'), text('first'))
const again = said('user', text('again'))
const second = said('assistant', thought('two'), text('second'))
const before = [ask, first, again, second]

/** The stale ones by name. */
function stale(after: readonly unknown[], changes: object = {}, from: readonly unknown[] = before): readonly unknown[] {
  const request = { system: [text('Be brief.')], tools: [] }
  const blocks = findStaleThinking(view(from), view(after), [], request, { ...changes }, 'cache_control')
  return blocks.map(({ signature }) => signature)
}

describe('thinking', () => {
  type Row = readonly [what: string, after: readonly unknown[], stale: readonly string[]]
  const rows: readonly Row[] = [
    ['behind what it was', before, []],
    ['behind another prompt', [said('user', text('other')), first, again, second], ['one', 'two']],
    ['behind another answer', [ask, said('assistant', thought('one'), text('other')), again, second], ['two']],
    ['behind a prompt less', [first, again, second], ['one', 'two']],
    ['behind a prompt more', [ask, first, again, said('user', text('more')), second], ['two']],
    ['before a prompt more', [...before, said('user', text('more'))], []],
    ['without the oldest of its chain', [ask, said('assistant', text('first')), again, second], []],
    ['without the newest of its chain', [ask, first, again, said('assistant', text('second'))], []],
    ['behind the same text as a string', [{ role: 'user', content: 'ask' }, first, again, second], []],
    ['behind another text as a string', [{ role: 'user', content: 'other' }, first, again, second], ['one', 'two']],
    ['behind the same text of another role', [said('assistant', text('ask')), first, again, second], ['one', 'two']],
    ['behind the same text with a cache mark', [said('user', text('ask', marked)), first, again, second], []],
    [
      'behind the same text with another field',
      [said('user', text('ask', { citations: [] })), first, again, second],
      ['one', 'two'],
    ],
    ['that was not there before', [ask, said('assistant', thought('new'), text('first')), again, second], []],
    ['behind an emptied message', [said('user'), first, again, second], ['one', 'two']],
  ]
  test.each(rows)('%s is stale, or is not', (_, after, expected) => expect(stale(after)).toEqual(expected))
  test('there are no rows', () => expect(rows).toHaveLength(15))

  test('in the middle of its chain goes unseen', () => {
    const third = said('assistant', thought('three'), text('third'))
    const without = [ask, first, again, said('assistant', text('second')), again, third]
    expect(stale(without, {}, [...before, again, third])).toEqual(['three'])
  })

  test('of a turn that was stored twice verifies in its second place, where no provider put it', () => {
    const twice = [ask, first, again, first]
    expect(stale(twice, {}, twice)).toEqual(['one'])
    expect(stale([ask, first, again], {}, twice)).toEqual([])
  })

  test.each([
    ['the same', { system: [text('Be brief.')] }, []],
    ['the same with a mark', { system: [text('Be brief.', marked)] }, []],
    ['other', { system: [text('Be long.')] }, ['one', 'two']],
    ['other by its tools', { tools: [{ name: 'f' }] }, ['one', 'two']],
    ['other by a field behind the head', { max_tokens: 5 }, []],
  ] as const)('behind a head that is %s is stale, or is not', (_, changes, expected) => {
    expect(stale(before, changes)).toEqual(expected)
  })

  test('behind a summary is bound to what stands before it', () => {
    const compacted = [ask, first, said('assistant', summary('short')), again, second]
    const other = [said('user', text('other')), ...compacted.slice(1)]
    expect(stale(other, {}, compacted)).toEqual(['one', 'two'])
    const alone = [ask, said('assistant', summary('short')), again, second]
    expect(stale([said('user', text('other')), ...alone.slice(1)], {}, alone)).toEqual([])
    const failed = [ask, said('assistant', summary(null)), again, second]
    expect(stale([said('user', text('other')), ...failed.slice(1)], {}, failed)).toEqual(['two'])
  })
})

test('what an excerpt leaves out counts as changed, or does not part two prefixes', () => {
  const gaps = [createGap(2, true), createGap(4, false)]
  const excerpt = (list: readonly unknown[], leftOut: readonly number[]): Transcript => view(list, leftOut)
  const staleIn = (list: readonly unknown[], leftOut: readonly number[]): readonly unknown[] =>
    findStaleThinking(
      excerpt([ask, first, again, second], [0, 2, 4, 4]),
      excerpt(list, leftOut),
      gaps,
      {},
      {},
      null,
    ).map(({ signature }) => signature)
  expect(staleIn([ask, first, again, second], [0, 2, 4, 4])).toEqual([])
  expect(staleIn([ask, first, said('user', text('other')), second], [0, 2, 4, 4])).toEqual(['two'])
  // What stood before it stands behind it.
  expect(staleIn([ask, first, again, second], [0, 2, 2, 4])).toEqual(['two'])
  expect(staleIn([said('user', text('other')), first, again, second], [0, 2, 4, 4])).toHaveLength(3)
})
