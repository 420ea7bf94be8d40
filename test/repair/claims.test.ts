import { describe, expect, test } from 'vitest'
import { findFormat } from '../../src/formats/index.ts'
import { Draft } from '../../src/lint/draft.ts'
import { readTranscript } from '../../src/lint/read-transcript.ts'
import { Claims } from '../../src/repair/claims.ts'

const format = findFormat('anthropic-messages')
const rules = format.rules({})
const text = (value: string): object => ({ type: 'text', text: value })
const messages = [0, 1].map((index) => ({ role: 'user', content: [text(`${index} a`), text(`${index} b`)] }))
const transcript = readTranscript(messages, format, rules)

type Fix = (edit: Draft) => void
const message = (index: number) => transcript.messages[index]!
const block = (index: number, at: number) => message(index).blocks[at]!

const fixes = {
  'changes a': (edit) => edit.replace(block(0, 0), text('new')),
  'changes b': (edit) => edit.remove(block(0, 1)),
  'changes a and the other message': (edit) => {
    edit.remove(block(0, 0))
    edit.replace(block(1, 0), text('new'))
  },
  'changes the other message and a': (edit) => {
    edit.replace(block(1, 0), text('new'))
    edit.remove(block(0, 0))
  },
  inserts: (edit) => edit.insert(message(0), 0, text('new')),
  removes: (edit) => edit.removeMessage(message(0)),
  replaces: (edit) => edit.replaceMessage(message(0), messages[1]),
  moves: (edit) => edit.moveMessage(message(0), 2),
  'removes the other': (edit) => edit.removeMessage(message(1)),
  'sets a field': (edit) => edit.setField(message(0), 'name', undefined),
  'creates one': (edit) => edit.insertMessage(0, 'user', [text('new')]),
} satisfies Record<string, Fix>
type Name = keyof typeof fixes

/** Which of the fixes get what they want, in this order. */
const takenBy = (names: readonly Name[]): readonly boolean[] => {
  const claims = new Claims()
  return names.map((name) => {
    const draft = new Draft(transcript, format, rules, {})
    fixes[name](draft)
    return claims.take(draft)
  })
}

describe('of two fixes in one pass', () => {
  const exclusive: readonly (readonly [Name, Name])[] = [
    ['changes a', 'changes a'],
    ['changes a', 'changes a and the other message'],
    ['changes a', 'changes the other message and a'],
    ['changes a', 'removes'],
    ['changes b', 'replaces'],
    ['inserts', 'removes'],
    ['inserts', 'replaces'],
    ['inserts', 'moves'],
    ['removes', 'replaces'],
    ['removes', 'removes'],
    ['removes the other', 'changes a and the other message'],
    ['removes the other', 'changes the other message and a'],
  ]
  test.each(exclusive)('one that %s and one that %s are both written, whichever comes first (I4)', (one, other) => {
    expect(takenBy([one, other])).toEqual([true, false])
    expect(takenBy([other, one])).toEqual([true, false])
  })

  const free: readonly (readonly [Name, Name])[] = [
    ['changes a', 'changes b'],
    ['changes a', 'inserts'],
    ['inserts', 'inserts'],
    ['removes', 'removes the other'],
    ['removes the other', 'inserts'],
    ['removes', 'sets a field'],
    ['removes', 'creates one'],
  ]
  test.each(free)('one that %s keeps one that %s waiting', (one, other) => {
    expect(takenBy([one, other])).toEqual([true, true])
    expect(takenBy([other, one])).toEqual([true, true])
  })
  test('there are no pairs', () => expect([exclusive.length, free.length]).toEqual([12, 7]))
})

test('a fix that gets nothing keeps what it wanted from others', () => {
  expect(takenBy(['changes a', 'changes the other message and a', 'removes the other'])).toEqual([true, false, true])
})
