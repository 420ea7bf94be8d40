import { describe, expect, test } from 'vitest'
import { findFormat } from '../../src/formats/index.ts'
import { findLinterFormat } from '../../src/repair/find-linter-format.ts'
import type { FormatName } from '../../src/formats/format-name.ts'
import { isOwnRules, ownRules } from '../../src/formats/own-rules.ts'
import type { Rules } from '../../src/formats/rules.ts'
import { ExcerptSource } from '../../src/repair/excerpt.ts'
import { settingsOf } from '../../src/repair/lint-settings.ts'
import { settledOf } from '../../src/repair/settled-of.ts'
import { UniqueIds } from '../../src/lint/unique-ids.ts'
import { inList, listOf, plain, request, told } from './excerpt-lists.ts'

function sourceOf(
  messages: readonly object[],
  changed: Partial<Rules> = {},
  name: FormatName = 'anthropic-messages',
  body: object = request,
): ExcerptSource | null {
  const format = findFormat(name)
  return ExcerptSource.of(
    messages,
    { ...body },
    { format, bound: format, uniqueIds: UniqueIds },
    ownRules({ ...format.rules({ ...body }), ...changed }),
  )
}

/** The same with the rounds that ids name; where they name none, what was cut says it. */
function toldLinked(source: ExcerptSource): string {
  const linked = source.cutLinked()
  return told(linked === undefined ? source.cut() : linked)
}

const loop = 'u c1 r1 a u c2 r2 c3 r3 c4 r4 c5 r5'

describe('of a list', () => {
  type Row = readonly [
    list: string,
    rules: Partial<Rules>,
    opener: string,
    cut: string,
    linked: string,
    settled: string,
  ]
  const rows: readonly Row[] = [
    // Rounds begin with the assistant: 0 | 1-2 | 3-4 | 5-6 | 7-8 | 9-10 | 11-12.
    [plain, {}, '0', '0 (10) 11 12', '', '11: 0'],
    [plain, inList, '0', '0 (10) 11 12', '', 'no'],
    ['u u u u u u u u', {}, 'all', 'all', '', 'no'],
    ['u a u a u a u', {}, '0', '0 (4) 5 6', '', 'no'],
    ['u u a u a u a u', {}, '0 1', '0 1 (4) 6 7', '', '6: 0 1'],
    ['u u u u u u a u', {}, '0 1 2 3 4 5', 'all', '', '6: 0 1 2 3 4 5'],
    // A fault in the opener, behind it, in the middle, at the end, and two.
    // An opener that is no plain prompt keeps the round behind it.
    ['! u c1 r1 a u a u a u', {}, '0 1', '0 1 2 3 (4) 8 9', '', '8: 0 1 2 3'],
    ['u ! c1 r1 a u a u a u', {}, 'all', '0 1 2 3 (4) 8 9', '', '8: 0 1 2 3'],
    ['u a ! a u a u a u a u a u', {}, 'all', '0 1 2 3 4 (6) 11 12', '', 'no'],
    ['u a u a u a ! a u a u a u', {}, 'all', '0 (2) 3 4 5 6 7 8 (4) 11 12', '', 'no'],
    ['u a u a u a u a u a u a !', {}, 'all', '0 (8) 9 10 11 12', '', '11: 0 9 10'],
    ['u a u a u a u a u a u a', {}, 'all', '0 (8) 9 10 11', '', '11: 0 9 10'],
    ['u a ! a u a u a u a u a !', {}, 'all', '0 1 2 3 4 (4) 9 10 11 12', '', 'no'],
    // An id that stands in another round as well.
    ['u c1 r1 a u a u a u c1 u a u', {}, 'all', '0 (6) 7 8 9 10 11 12', '0 1 2 3 4 (2) 7 8 9 10 11 12', 'no'],
    ['u c1 r1 a u a u a u c1 u a u', inList, 'all', '0 1 2 3 4 (2) 7 8 9 10 11 12', '', 'no'],
    ['u c2 u a u a u a u c1 r1 c2 r2 a u', inList, 'all', '0 1 2 3 4 (4) 9 10 11 12 13 14', '', 'no'],
    ['u a u c1 r1 c2 r2 a u a u c9 u a u', inList, 'all', '0 (8) 9 10 11 12 13 14', '', 'no'],
    ['r1 u a u a u c1 r1 a u a u', inList, 'all', 'all', '', 'no'],
    ['r1 u a u a u c1 r1 a u a u', {}, '0 1', '0 1 2 3 (6) 10 11', 'all', '10: 0 1 2 3'],
    // A loop: rules that begin with the last prompt are told there.
    [loop, {}, '0', '0 (2) 3 4 5 6 (6) 11 12', '', '11: 0 3 4 5 6'],
    [loop, { userDemanded: false }, '0', '0 (10) 11 12', '', '11: 0'],
    [loop, { userDemanded: false, signatures: 'first-call' }, '0', '0 (2) 3 4 5 6 (6) 11 12', '', '11: 0 3 4 5 6'],
    [loop, { userDemanded: false, thinkingDemanded: true }, 'all', '0 (2) 3 4 5 6 (6) 11 12', '', '11: 0 3 4 5 6'],
    ['u a u c2 r2 c3 r3 c4 r4 c5 r5', {}, '0', '0 1 2 3 4 (4) 9 10', '', '9: 0 1 2 3 4'],
    ['u c1 r1 c2 r2 c3 r3 c4 r4 c5 r5', {}, '0', '0 (8) 9 10', '', '9: 0'],
    // Thinking in the first gap, in the second, and in what is read.
    ['u t u a u a ! a u a u a u', {}, 'all', '0 (2*) 3 4 5 6 7 8 (4) 11 12', '', 'no'],
    ['u a u a u a ! a u a u t u a u', {}, 'all', '0 (2) 3 4 5 6 7 8 (6*) 13 14', '', 'no'],
    ['u a u t u t ! t u a u a u', {}, 'all', '0 (2) 3 4 5 6 7 8 (4) 11 12', '', 'no'],
    ['u t u a u a u a u', {}, '0', '0 (6*) 7 8', '', '7: 0'],
  ]
  test.each(rows)('%s under %j other rounds are read', (list, rules, opener, cut, linked, settled) => {
    const messages = listOf(list)
    const source = sourceOf(messages, rules)!
    const past = settledOf(source)
    expect([told(source.opener()), told(source.cut()), toldLinked(source)]).toEqual([opener, cut, linked || cut])
    expect(source.cutLinked() === undefined).toBe(linked === '')
    const needed = past?.needed.map((message) => messages.indexOf(message as object)).join(' ')
    expect(past === null ? 'no' : `${past.end}: ${needed}`).toBe(settled)
  })
  test('there are no rows', () => expect(rows).toHaveLength(29))
})

test('a round that names the item or the call of another is read without it', () => {
  const say = (id: string, text: string): object => ({
    type: 'message',
    role: 'assistant',
    id,
    content: [{ type: 'output_text', text, annotations: [] }],
  })
  const ask = { role: 'user', content: 'Ask.' }
  const rounds = Array.from({ length: 6 }, (_, at) => [ask, say(`msg_${at}`, 'Said.')]).flat()
  const read = (id: string): string =>
    toldLinked(sourceOf([...rounds, ask, say(id, 7 as never), ask], {}, 'openai-responses', {})!)
  expect([read('msg_9'), read('msg_1')]).toEqual(['0 (10) 11 12 13 14', '0 1 2 3 4 5 6 (4) 11 12 13 14'])
  const part = (type: string, at: number, more: object): object => ({
    type,
    toolCallId: `call_${at}`,
    toolName: 'read',
    ...more,
  })
  const calls = Array.from({ length: 6 }, (_, at) => [
    { role: 'assistant', content: [part('tool-call', at, { input: {} })] },
    { role: 'tool', content: [part('tool-result', at, { output: { type: 'text', value: 'ok' } })] },
  ]).flat()
  const asked = (at: number): object => ({
    role: 'assistant',
    content: [{ type: 'tool-approval-request', approvalId: 'a', toolCallId: `call_${at}` }],
  })
  const seen = (at: number): string => toldLinked(sourceOf([ask, ...calls, asked(at), ask], {}, 'ai-sdk', {})!)
  expect([seen(9), seen(1)]).toEqual(['0 (10) 11 12 13 14', '0 1 2 3 4 5 6 (4) 11 12 13 14'])
})

describe('nothing is screened, or a list is taken for plain or for long:', () => {
  const rows: readonly [what: string, list: string, rules: Partial<Rules>, body: object, outcome: string][] = [
    ['a plain one', plain, {}, request, 'plain long'],
    ['one of eight', 'u a u a u a u u', {}, request, 'plain long'],
    ['one of seven', 'u a u a u a u', {}, request, 'plain'],
    ['one prompt', 'u', {}, request, 'plain'],
    ['one that the model ends', 'u a', {}, request, ''],
    ['one with a fault', 'u a ! a u', {}, request, ''],
    ['one that begins with a result', 'r1 u a u', {}, request, ''],
    ['one whose first role is another', 'u a u', { firstRoles: ['assistant'] }, request, ''],
    ['one that may begin so or so', 'u a u', { firstRoles: ['assistant', 'user'] }, request, 'plain'],
    ['one that must think', 'u a u', { thinkingDemanded: true }, request, ''],
    ['one with the same id twice', 'u c1 r1 a u c1 r1 a u', {}, request, 'plain long'],
    ['one with the same id twice in the list', 'u c1 r1 a u c1 r1 a u', inList, request, 'none'],
    ['one whose ids differ in the list', 'u c1 r1 a u c2 r2 a u', inList, request, 'plain long'],
    ['one of which no tools are told', plain, {}, { model: request.model }, 'plain long'],
    ['one whose tools are not told', plain, { toolsDemanded: true }, { model: request.model }, 'none'],
    ['one whose list of tools is empty', plain, { toolsDemanded: true }, { ...request, tools: [] }, 'none'],
    ['one whose tools are told', plain, { toolsDemanded: true }, request, 'plain long'],
  ]
  test.each(rows)('%s', (_, list, rules, body, outcome) => {
    const source = sourceOf(listOf(list), { toolsDemanded: false, ...rules }, 'anthropic-messages', body)
    const words =
      source === null ? ['none'] : [...(source.isPlain ? ['plain'] : []), ...(source.isLong ? ['long'] : [])]
    expect(words.join(' ')).toBe(outcome)
  })
  test('rules that a caller has changed', () => {
    const format = findFormat('anthropic-messages')
    expect(ExcerptSource.of(listOf(plain), request, { format, bound: format }, { ...format.rules(request) })).toBeNull()
    const stored = (changed: Partial<Rules>, name: FormatName = 'anthropic-messages'): boolean =>
      isOwnRules(settingsOf(findLinterFormat(name), { format: name, rules: changed }, []).rules({}))
    const ofStores: Partial<Rules>[] = [
      { answersWhole: true },
      { callIdScope: 'transcript' },
      { indexCounts: 'turns' },
      { indexForms: [] },
      { toolsDemanded: false },
    ]
    expect(ofStores.map((changed) => stored(changed))).toEqual(ofStores.map(() => true))
    const others = [{}, { userDemanded: false }, { toolsDemanded: false, userDemanded: false }]
    expect(others.map((changed) => stored(changed))).toEqual(others.map(() => false))
    expect(stored({ toolsDemanded: false }, 'openai-chat')).toBe(false)
    const { reader: _, ...unread } = format
    expect(ExcerptSource.of(listOf(plain), request, { format, bound: unread }, format.rules(request))).toBeNull()
    const unique = ownRules({ ...format.rules(request), ...inList })
    expect(ExcerptSource.of(listOf(plain), request, { format, bound: format }, unique)).toBeNull()
  })
  test('there are no rows', () => expect(rows).toHaveLength(17))
})

describe('an id of what is left out is not told, or one of what is read is told', () => {
  const list = 'u c1 r1 a u c2 r2 c3 r3 a u a ! a u c4 r4 a u c5 r5'
  // Rounds: 0 | c1 | 3-4 | c2 | c3 | 9-10 | 11-12 | 13-14 | c4 | 17-18 | c5.
  test.each([
    [{}, ['1', '2', '3', '4'], ['1', '2', '3', '4', '5', '6']],
    [inList, ['1', '2', '3', '4'], ['1', '2', '3', '4']],
  ] as const)('under %j', (rules, others, leftOut) => {
    const source = sourceOf(listOf(list), { userDemanded: false, ...rules })!
    const { isLeftOut, otherIds } = source.cut()!
    expect(source.rounds.ids).toEqual(['1', '2', '3', '4', '5'])
    expect(otherIds()).toEqual(others)
    expect(['1', '2', '3', '4', '5', '6'].filter(isLeftOut)).toEqual(leftOut)
  })
})
