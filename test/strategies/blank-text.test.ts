import { expect, test } from 'vitest'
import { repair } from '../../src/repair/repair.ts'
import { assistant, testOnAnthropic, text, user } from './anthropic.ts'

testOnAnthropic({
  type: 'blank_text',
  finds: {
    empty: {
      broken: [user('a'), assistant(text(''), text('b'))],
      repaired: [user('a'), assistant(text('b'))],
      at: [1, 0],
    },
    'white space': {
      broken: [user(text('a'), text(' \n\t')), assistant(text('b'))],
      repaired: [user(text('a')), assistant(text('b'))],
      at: [0, 1],
    },
    'a string': {
      broken: [user('a'), { role: 'assistant', content: '  ' }, assistant(text('b'))],
      repaired: [user('a'), assistant(text('b'))],
      at: [1],
    },
  },
  nearMisses: { 'white space around text': [user(' a \n'), assistant(text('\n b ')), user(text('\u200b'))] },
})

test('a conversation of nothing but blank text loses all of its messages', () => {
  const blank = [user(text(' ')), assistant(text('\n')), user(text(''), text(' ')), assistant('  ')]
  for (const messages of [blank, blank.slice(2), blank.slice(0, 1), [user('')]]) {
    const result = repair(messages, { format: 'anthropic-messages' })
    expect(result).toMatchObject({ ok: true, loss: 'synthesised' })
    expect(result.messages).toEqual([user(text('[session-recovery] This message was empty.'))])
  }
})

test('blank contents of Gemini leave an empty list', () => {
  const contents = [
    { role: 'user', parts: [] },
    { role: 'model', parts: [] },
    { role: 'user', parts: [{}] },
  ]
  const { messages, ...rest } = repair(contents, { format: 'gemini' })
  expect(rest).toMatchObject({ ok: true, loss: 'synthesised' })
  expect(messages).toEqual([{ role: 'user', parts: [{ text: '[session-recovery] This message was empty.' }] }])
})

test('what a user said in another field goes with the blank text beside it (I4)', () => {
  const said = { type: 'text', text: ' ', content: 'keep me' }
  const kept = user(text('keep me'))
  const between = [assistant(text('b')), user('c'), assistant(text('d'))]
  for (const [broken, repaired] of [
    [
      [user(said), ...between],
      [kept, ...between],
    ],
    [
      [user('a'), ...between, user(said)],
      [user('a'), ...between, kept],
    ],
    [
      [user(said), ...between, user(said)],
      [kept, ...between, kept],
    ],
  ] as const)
    expect(repair(broken, { format: 'anthropic-messages' })).toMatchObject({
      ok: true,
      loss: 'synthesised',
      messages: repaired,
    })
})
