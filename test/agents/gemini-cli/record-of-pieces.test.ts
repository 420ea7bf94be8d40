import { expect, test } from 'vitest'
import type { MessageRecord } from '../../../src/agents/gemini-cli/gemini-record.ts'
import { type Pieces, recordOfPieces } from '../../../src/agents/gemini-cli/record-of-pieces.ts'

type Value = Readonly<Record<string, unknown>>

const text = (said: string): Value => ({ text: said })
const call = (id: string, name = 'ls', args: unknown = {}): Value => ({ functionCall: { id, name, args } })
const result = (id: string, response: Value = { output: 'o' }): Value => ({
  functionResponse: { id, name: 'ls', response },
})
const args = { a: 1 }
const stored = { id: 'c', name: 'ls', args, status: 'executing' }
const record = (more: Value, type = 'gemini'): MessageRecord =>
  ({ id: 'm', timestamp: 't', type, ...more }) as unknown as MessageRecord
const done = result('c')
const own = { ...stored, status: 'success', result: [done] }
const gone = { spoken: undefined, answered: undefined }

test.each<readonly [what: string, value: MessageRecord, pieces: Pieces, records: readonly Value[]]>([
  ['a prompt that is gone', record({ content: 'a' }, 'user'), gone, []],
  [
    'a prompt in one other text',
    record({ content: 'a' }, 'user'),
    { ...gone, spoken: [text('b')] },
    [record({ content: 'b' }, 'user')],
  ],
  [
    'a prompt in a list',
    record({ content: [text('a')] }, 'user'),
    { ...gone, spoken: [text('b')] },
    [record({ content: [text('b')] }, 'user')],
  ],
  [
    'a prompt without parts',
    record({ content: 'a' }, 'user'),
    { ...gone, spoken: [] },
    [record({ content: '' }, 'user')],
  ],
  [
    'a prompt of two parts',
    record({ content: 'a' }, 'user'),
    { ...gone, spoken: [text('b'), text('c')] },
    [record({ content: [text('b'), text('c')] }, 'user')],
  ],
  [
    'a prompt of a part that is more than a text',
    record({ content: 'a' }, 'user'),
    { ...gone, spoken: [{ text: 'b', thought: true }] },
    [record({ content: [{ text: 'b', thought: true }] }, 'user')],
  ],
  [
    'a prompt of a part whose text is none',
    record({ content: 'a' }, 'user'),
    { ...gone, spoken: [{ text: 7 }] },
    [record({ content: [{ text: 7 }] }, 'user')],
  ],
  ['an answer that is gone', record({ content: 'a' }), gone, []],
  [
    'a result without its call',
    record({ content: 'a', toolCalls: [stored] }),
    { spoken: undefined, answered: [done] },
    [{ id: 'm_response', timestamp: 't', type: 'user', content: [done] }],
  ],
  [
    'a call that gets its result',
    record({ content: 'a', toolCalls: [stored] }),
    { spoken: [text('a'), call('c', 'ls', args)], answered: [done] },
    [record({ content: 'a', toolCalls: [own] })],
  ],
  [
    'a call that gets an error',
    record({ content: '', toolCalls: [stored] }),
    { spoken: [call('c', 'ls', args)], answered: [result('c', { error: 'e' })] },
    [record({ content: '', toolCalls: [{ ...own, status: 'error', result: [result('c', { error: 'e' })] }] })],
  ],
  [
    'a call that has ended and gets another result',
    record({ content: '', toolCalls: [{ ...stored, status: 'cancelled' }] }),
    { spoken: [call('c', 'ls', args)], answered: [done] },
    [record({ content: '', toolCalls: [{ ...own, status: 'cancelled' }] })],
  ],
  [
    'a call whose result goes',
    record({ content: '', toolCalls: [own] }),
    { spoken: [call('c', 'ls', args)], answered: undefined },
    [record({ content: '', toolCalls: [{ ...stored, status: 'success' }] })],
  ],
  [
    'a call of another name',
    record({ content: '', toolCalls: [own] }),
    { spoken: [call('c', 'cat', args)], answered: [done] },
    [record({ content: '', toolCalls: [{ ...own, name: 'cat' }] })],
  ],
  [
    'a call that goes',
    record({ content: 'a', toolCalls: [own] }),
    { spoken: [text('a')], answered: undefined },
    [record({ content: 'a', toolCalls: [] })],
  ],
  [
    'a text behind a call',
    record({ content: 'a', toolCalls: [own] }),
    { spoken: [call('c', 'ls', args), text('b')], answered: [done] },
    [
      record({ content: [call('c', 'ls', args), text('b')] }),
      { id: 'm_response', timestamp: 't', type: 'user', content: [done] },
    ],
  ],
  [
    'a signature beside a call',
    record({ content: '', toolCalls: [own] }),
    { spoken: [{ ...call('c', 'ls', args), thoughtSignature: 's' }], answered: undefined },
    [record({ content: [{ ...call('c', 'ls', args), thoughtSignature: 's' }] })],
  ],
  [
    'the same call twice',
    record({ content: '', toolCalls: [own] }),
    { spoken: [call('c', 'ls', args), call('c', 'ls', args)], answered: undefined },
    [record({ content: [call('c', 'ls', args), call('c', 'ls', args)] })],
  ],
  [
    'a result of another call',
    record({ content: '', toolCalls: [own] }),
    { spoken: [call('c', 'ls', args)], answered: [result('d')] },
    [
      record({ content: [call('c', 'ls', args)] }),
      { id: 'm_response', timestamp: 't', type: 'user', content: [result('d')] },
    ],
  ],
])('%s is written in another record', (_, value, pieces, records) => {
  expect(recordOfPieces(value, pieces)).toEqual(records)
})

test('a call or a text that nothing has changed is another object', () => {
  const value = record({ content: [text('a')], toolCalls: [own] })
  const [kept] = recordOfPieces(value, {
    spoken: [(value['content'] as Value[])[0], call('c', 'ls', args)],
    answered: [done],
  })
  expect(kept!['content']).toBe(value['content'])
  expect((kept!['toolCalls'] as unknown[])[0]).toBe(own)
})

test.each([
  ['validating', 'success', 'error'],
  ['scheduled', 'success', 'error'],
  ['awaiting_approval', 'success', 'error'],
  ['executing', 'success', 'error'],
  // What has ended stays as it ended.
  ['cancelled', 'cancelled', 'cancelled'],
  ['error', 'error', 'error'],
])('a call that was left %s and has its result is not %s, or with an error not %s', (status, well, badly) => {
  const settled = (answer: Value): unknown => {
    const value = record({ content: '', toolCalls: [{ ...stored, status }] })
    const [made] = recordOfPieces(value, { spoken: [call('c', 'ls', args)], answered: [answer] })
    return (made!['toolCalls'] as Value[])[0]!['status']
  }
  expect([settled(done), settled(result('c', { error: 'no' }))]).toEqual([well, badly])
})
