import { describe, expect, test } from 'vitest'
import { found, type Round, type RoundReader } from '../../src/formats/round.ts'
import type { Rules } from '../../src/formats/rules.ts'
import { areIdsUnique, type Rounds, screenRounds } from '../../src/lint/screen-rounds.ts'
import { UniqueIds } from '../../src/lint/unique-ids.ts'

/** A message in words: `A` or `U`, then `?` (strange), `text`, `thinks`, `unsigned`, `a+` opens a call, `a-` answers it, `a=` names. */
const words: Readonly<Record<string, number>> = { thinks: found.thinks, unsigned: found.unsigned }
const reader: RoundReader = {
  kindOf: (raw) => Number(String(raw).startsWith('A')),
  speech: (raw, round) => read(raw, round, found.speaks),
  reply: (raw, round) => read(raw, round, found.asks),
}

function read(raw: unknown, round: Round, spoken: number): number {
  let kind = 0
  for (const word of String(raw).split(' ').slice(1)) {
    const [id, sign] = [word.slice(0, -1), word.at(-1)]
    const isFine =
      sign === '+' ? round.call(id) : sign === '-' ? round.answer(id) : sign === '=' ? round.name(id) : word !== '?'
    if (!isFine) return found.strange
    if (word === 'item') round.awaitsItem = !round.awaitsItem
    kind |= words[word] ?? (sign === '+' ? found.speaks : sign === '-' ? found.answers : spoken)
  }
  return kind
}

const screened = (lines: readonly string[], changed: Partial<Rules> = {}): Rounds => {
  const rules = { results: 'next-turn', callIdScope: 'turn', alternation: 'none', ...changed } as unknown as Rules
  return screenRounds(lines, reader, rules, areIdsUnique(rules) ? UniqueIds : null)
}

/** `1` for each round that is plainly right, `0` for the others; the opener is never. */
const proven = (lines: readonly string[], rules?: Partial<Rules>): string => {
  const rounds = screened(lines, rules)
  return rounds.proven.subarray(0, rounds.count).join('')
}

const required = { alternation: 'required' } as Partial<Rules>
const own = { results: 'own-messages' } as Partial<Rules>
type Row = readonly [what: string, lines: readonly string[], rounds: string, rules?: Partial<Rules>]
const rows: readonly Row[] = [
  ['an empty list', [], '0'],
  ['a list that ends with its opener', ['U text'], '0'],
  ['a list that begins with the model', ['A text', 'U text'], '1'],
  ['plain exchanges', ['U text', 'A text', 'U text', 'A text'], '011'],
  ['a strange opener', ['U ?', 'A text', 'U text'], '01'],
  ['a strange word of the model', ['U text', 'A ?', 'U text', 'A text'], '001'],
  ['a strange word to the model', ['U text', 'A text', 'U ?', 'A text'], '001'],
  ['a strange word, then a plain one', ['U text', 'A text', 'U ?', 'U text', 'A text'], '001'],
  ['an answered call', ['U text', 'A a+', 'U a-', 'A text'], '011'],
  ['an open call', ['U text', 'A a+', 'U text', 'A text'], '001'],
  ['an open call at the end', ['U text', 'A a+'], '00'],
  ['one of two calls answered', ['U text', 'A a+ b+', 'U b-', 'A text'], '001'],
  ['two results of one call', ['U text', 'A a+', 'U a- a-', 'A text'], '001'],
  ['two calls of one id', ['U text', 'A a+ a+', 'U a-', 'A text'], '001'],
  ['a result of the round before', ['U text', 'A a+', 'A text', 'U a-', 'A text', 'U a-'], '010'],
  ['a person who talks before the results', ['U text', 'A a+', 'U text', 'U a-'], '00'],
  ['a person who talks behind them', ['U text', 'A a+', 'U a-', 'U text', 'A text'], '011'],
  ['reasoning without its item', ['U text', 'A text item', 'U text', 'A text'], '001'],
  ['reasoning with its item', ['U text', 'A text item', 'A text item', 'U text'], '01'],
  ['reasoning at the end', ['U text', 'A text item'], '00'],

  [
    'two messages of the model where roles alternate',
    ['U text', 'A text', 'A text', 'U text', 'A text'],
    '001',
    required,
  ],
  ['two prompts where roles alternate', ['U text', 'A text', 'U text', 'U text', 'A text'], '001', required],
  ['a result and a prompt where roles alternate', ['U text', 'A a+', 'U a-', 'U text', 'A text'], '001', required],
  ['two results where roles alternate', ['U text', 'A a+ b+', 'U a-', 'U b-', 'A text'], '001', required],
  ['one exchange where roles alternate', ['U text', 'A a+', 'U a-', 'A text', 'U text'], '011', required],
  [
    'two results in their own messages',
    ['U text', 'A a+ b+', 'U a-', 'U b-', 'A text'],
    '011',
    { ...required, ...own },
  ],
  [
    'a prompt behind results in their own messages',
    ['U text', 'A a+', 'U a-', 'U text', 'A text'],
    '011',
    { ...required, ...own },
  ],
  [
    'two prompts behind results in their own messages',
    ['U text', 'A a+', 'U a-', 'U text', 'U text'],
    '00',
    { ...required, ...own },
  ],

  ['a second message of the model with open calls', ['U text', 'A a+', 'A b+', 'U a- b-'], '01'],
  ['a second message of the model with open calls, each on its own', ['U text', 'A a+', 'A b+', 'U a- b-'], '00', own],
  [
    'a second message of the model, each a whole answer',
    ['U text', 'A a+', 'A b+', 'U a- b-'],
    '00',
    { answersWhole: true },
  ],
  ['a second message of the model without calls', ['U text', 'A text', 'A b+', 'U b-'], '01', own],
  [
    'a prompt right behind results where the model must speak',
    ['U text', 'A a+', 'U a-', 'U text'],
    '00',
    { assistantAfterTool: true },
  ],
  [
    'the model behind results where it must',
    ['U text', 'A a+', 'U a-', 'A text', 'U text'],
    '011',
    { assistantAfterTool: true },
  ],

  ['an unsigned call before the last prompt', ['U text', 'A a+ unsigned', 'U a-', 'A text', 'U text'], '011'],
  ['an unsigned call behind the last prompt', ['U text', 'A text', 'U text', 'A a+ unsigned', 'U a-'], '010'],
  ['an unsigned call whose results bring a text', ['U text', 'A text', 'U text', 'A a+ unsigned', 'U a- text'], '010'],
  [
    'an unsigned call that a prompt by itself follows',
    ['U text', 'A text', 'U text', 'A a+ unsigned', 'U a-', 'U text'],
    '011',
  ],
]

describe('rounds:', () => {
  test.each(rows.map(([what, lines, rounds, rules = {}]) => [what, lines, rounds, rules] as const))(
    '%s is proven right or passed over wrongly',
    (_, lines, rounds, rules) => {
      expect(proven(lines, rules)).toBe(rounds)
    },
  )
  test('there are no rows', () => expect(rows).toHaveLength(38))
})

test('a round does not begin with the first word of the model', () => {
  const startsOf = (lines: readonly string[]): number[] => {
    const { count, starts } = screened(lines)
    return [...starts.subarray(0, count + 1)]
  }
  expect(startsOf(['U text', 'U text', 'A a+', 'A text', 'U a-', 'A text', 'U text'])).toEqual([0, 2, 5, 7])
  expect(startsOf(['A text', 'U text', 'A text'])).toEqual([0, 2, 3])
})

test.each<[readonly string[], closed: boolean]>([
  [['U text', 'A text', 'U text'], true],
  [['U text', 'A text'], false],
  [['U text', 'A ?', 'U text', 'A text', 'U text'], false],
  [['U ?', 'A text', 'U text'], true],
  [['A a+', 'U text', 'A text', 'U text'], true],
])('%j is closed, or not', (lines, closed) => {
  expect(screened(lines).isClosed).toBe(closed)
})

test.each<[readonly string[], prompt: number]>([
  [['U text'], 0],
  [['U text', 'A text', 'U text', 'A a+', 'U a-'], 1],
  [['U text', 'A text', 'U text', 'A a+', 'U a- text'], 2],
  [['U text', 'A text', 'U text', 'A ?', 'U text'], 1],
  [['U text', 'A a+', 'U a-', 'A b+', 'U b-'], 0],
])('the last prompt of %j is in another round', (lines, prompt) => {
  expect(screened(lines).prompt).toBe(prompt)
})

test('the rounds in which the model thinks are others', () => {
  const lines = ['U text', 'A text', 'U text', 'A thinks text', 'A text', 'U text', 'A text', 'U text']
  const { count, thinks } = screened(lines)
  expect([...thinks.subarray(0, count)]).toEqual([0, 0, 1, 0])
})

describe('the ids of proven rounds', () => {
  const lines = ['U text', 'A a+ m=', 'U a-', 'A b+', 'U text', 'A a+ c+', 'U c- a-', 'U text']
  test('are not those, or stand in other rounds', () => {
    const { count, idEnds, ids, unique } = screened(lines)
    expect([ids, [...idEnds.subarray(0, count)]]).toEqual([
      ['a', 'm', 'a', 'c'],
      [0, 2, 2, 4],
    ])
    expect(unique).toBeNull()
  })
  test('repeat unseen where they may not', () => {
    for (const rules of [{ callIdScope: 'transcript' }, { itemIdsUnique: true }] as const)
      expect([rules, screened(lines, rules).unique?.repeats]).toEqual([rules, true])
    expect(screened(lines, { itemIdsUnique: false }).unique).toBeNull()
    const first = screened(lines.slice(0, 5), { callIdScope: 'transcript' }).unique
    expect([first?.repeats, first?.find('m'), first?.find('c')]).toEqual([false, 1, -1])
  })
})
