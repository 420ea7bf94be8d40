import { describe, expect, test } from 'vitest'
import { findFormat } from '../../src/formats/index.ts'
import type { Strategy } from '../../src/lint/define-strategy.ts'
import { AsSent } from '../../src/transcript/as-sent.ts'
import { strategies } from '../../src/strategies/index.ts'
import { findLinterFormat } from '../../src/repair/find-linter-format.ts'
import type { FormatName } from '../../src/formats/format-name.ts'
import { isOwnRules, ownRules } from '../../src/formats/own-rules.ts'
import type { Rules } from '../../src/formats/rules.ts'
import { type Excerpt, ExcerptSource } from '../../src/repair/excerpt.ts'
import { lintExcerpt, lintPlain, type LintSettings, type Suspicion, watchNameless } from '../../src/repair/lint.ts'
import { settingsOf } from '../../src/repair/lint-settings.ts'
import { settledOf } from '../../src/repair/settled-of.ts'
import { UniqueIds } from '../../src/lint/unique-ids.ts'
import { reachFixpoint } from '../../src/repair/reach-fixpoint.ts'
import type { RepairInput } from '../../src/repair/repair-input.ts'
import { type Evidence, noEvidence } from '../../src/transcript/evidence.ts'

/** Messages by their first letter; what follows is the id of a call. */
const messageOf: Readonly<Record<string, (id: string) => object>> = {
  u: () => ({ role: 'user', content: 'Ask.' }),
  a: () => ({ role: 'assistant', content: [{ type: 'text', text: 'Said.' }] }),
  t: () => ({
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
      { type: 'text', text: 'Said.' },
    ],
  }),
  c: (id) => ({ role: 'assistant', content: [{ type: 'tool_use', id, name: 'read', input: {} }] }),
  r: (id) => ({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'Done.' }] }),
  '!': () => ({ role: 'user', content: ' ' }),
  // Right, but not plain.
  k: (id) => ({
    role: 'assistant',
    content: [{ type: 'tool_use', id, name: 'read', input: {}, cache_control: { type: 'ephemeral' } }],
  }),
  i: () => ({ role: 'user', content: [{ type: 'text', text: 'Ask.', cache_control: { type: 'ephemeral' } }] }),
}
const request = { model: 'claude-haiku-4-5', tools: [{ name: 'read', input_schema: { type: 'object' } }] }

const listOf = (list: string): readonly object[] =>
  list.split(' ').map((token) => messageOf[token[0]!]!(token.slice(1)))

const inputOf = (list: string, settings: LintSettings): RepairInput => ({
  list: listOf(list),
  request,
  settings,
  allow: 'lossy',
})

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

/** Which messages are read, and behind each gap in brackets how many were left out up to there; `*`: the model thinks in it. */
function told(excerpt: Excerpt | null): string {
  if (excerpt === null) return 'all'
  const { gaps, messages, places } = excerpt
  expect(messages).toHaveLength(places.length)
  expect(gaps).toEqual(gaps.toSorted((one, other) => one.end - other.end))
  const passed = places.map((place, at) => place - at)
  const words = places.flatMap((place, at) => [
    ...gaps.filter(({ end }) => end === passed[at] && end !== (passed[at - 1] ?? 0)).map(nameOf),
    `${place}`,
  ])
  expect(words).toHaveLength(places.length + gaps.length)
  return words.join(' ')
}

/** The same with the rounds that ids name; where they name none, what was cut says it. */
function toldLinked(source: ExcerptSource): string {
  const linked = source.cutLinked()
  return told(linked === undefined ? source.cut() : linked)
}

const nameOf = ({ end, thinks }: Excerpt['gaps'][number]): string => `(${end}${thinks ? '*' : ''})`

const inList = { callIdScope: 'transcript' } as const
const plain = 'u c1 r1 a u c2 r2 a u c3 r3 a u'
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

describe('what a lint reads of a list', () => {
  const format = findFormat('anthropic-messages')
  const rules = ownRules({ ...format.rules(request) })
  const settings: LintSettings = {
    format,
    bound: format,
    uniqueIds: UniqueIds,
    strategies,
    rules: () => rules,
    evidence: noEvidence,
    purpose: 'request',
    sent: new AsSent(),
  }
  const rows: readonly [list: string, read: string, found: string, lints: number][] = [
    [plain, '', '', 0],
    ['u ! a u a u', 'all', '', 0],
    ['u a ! a u a ! a u', 'all', '', 0],
    ['! u a u a u a u a u', '0 1 2 3 (4) 8 9', 'blank_text', 2],
    ['i u a u a u a u a u', '0 1', '', 1],
    ['u a i a u a u a u a u', '0 1 2 3 4 (4) 9 10', '', 1],
    ['u a ! a u a u a u a u', '0 1 2 3 4 (4) 9 10', 'blank_text', 1],
    ['u c1 r1 a u a u a u a u k1 r1 a u', '0 (8) 9 10 11 12 13 14', '', 1],
    ['u c1 r1 a u a u a u c1 u a u', '0 1 2 3 4 (2) 7 8 9 10 11 12', 'tool_result_missing', 2],
    ['u c1 r1 a u a u a u a r1 a u', '0 1 2 3 4 (2) 7 8 9 10 11 12', 'tool_result_duplicate strays', 2],
    ['r1 u c2 r2 a u a u a u', '0 1 2 3 (4) 8 9', 'tool_result_orphan strays', 2],
  ]
  test.each(rows)('%s is more or less than it takes', (list, read, expected, lints) => {
    let ends = 0
    const counting: Strategy = { type: 'conversation_empty', visit: { end: () => void (ends += 1) } }
    const counted = { ...settings, strategies: [...strategies, counting] }
    const linted = lintExcerpt(listOf(list), request, counted)
    expect(ends).toBe(lints)
    expect(told(linted?.excerpt ?? null)).toBe(read)
    const { found = [], hasStrays, transcript } = linted?.result ?? {}
    expect([...found.map(({ fault }) => fault.type), ...(hasStrays ? ['strays'] : [])].join(' ')).toBe(expected)
    expect([transcript?.messages.length ?? 0, linted?.result.rules ?? rules]).toEqual([
      linted?.excerpt.messages.length ?? 0,
      rules,
    ])
  })
  test('hides what an original could tell', () => {
    const evidence = { ...noEvidence, originalOf: () => undefined }
    expect(lintExcerpt(listOf(plain), request, { ...settings, evidence })).toBeNull()
  })
  test('is read once more in whole by a repair that fits in it', () => {
    const gapsOf = (list: string, suspicion?: Suspicion): number =>
      reachFixpoint(inputOf(list, settings), suspicion).gaps.length
    expect(gapsOf('u a ! a u a u a u a u')).toBe(1)
    expect(gapsOf('u a ! a u a u a u a u', { type: 'blank_text', blocks: new Set() })).toBe(0)
    const changing: LintSettings = { ...settings, rules: (body) => (body === request ? rules : ownRules({ ...rules })) }
    expect(reachFixpoint(inputOf('u a ! a u a u a u a u', changing)).gaps).toEqual([])
  })
  describe('is believed by a repair although', () => {
    const blank = strategies.find(({ type }) => type === 'blank_text')!
    const gapsOf = (strategy: Strategy, evidence = noEvidence, list = 'u a ! a u a u a u a u'): number => {
      const chosen = { ...settings, strategies: [blank, strategy], evidence }
      return reachFixpoint(inputOf(list, chosen)).gaps.length
    }
    // Once, behind the message with that index: four are left out behind the fifth, none behind the others.
    const adds = (before: number): Strategy => ({
      type: 'conversation_empty',
      visit: {
        end: ({ report, transcript: { messages } }) => {
          if (!messages.some(({ raw }) => JSON.stringify(raw).includes('New.')))
            report({ at: null, fix: (edit) => edit.insertMessage(before, 'user', [edit.write.text('New.')]) })
        },
      },
    })
    test.each([
      [0, 1],
      [1, 1],
      [4, 1],
      [5, 0],
      [6, 1],
      [7, 1],
    ])('nobody knows before which of what is left out a new message %i stands', (before, gaps) => {
      expect(gapsOf(adds(before))).toBe(gaps)
    })
    // Not the first lint, but one behind a fix.
    const asks = (callId: string): Strategy => ({
      type: 'conversation_empty',
      visit: {
        end: ({ evidence, transcript: { messages } }) => {
          if (!messages.some(({ raw }) => JSON.stringify(raw).includes('" "'))) evidence.resultOf(callId, 0)
        },
      },
    })
    test.each([
      ['', 0],
      ['toolu_1', 1],
    ])('a later pass counts the calls with the id "%s"', (callId, gaps) => {
      // What is right but not plain is read again.
      const list = 'u a i a ! a u a u a u a u'
      expect(gapsOf(asks(callId), { resultOf: () => undefined }, list)).toBe(gaps)
      expect(gapsOf(asks(callId), noEvidence, list)).toBe(1)
    })
  })
  test('hides from a second pass that an id is taken by what was left out', () => {
    const inWhole: LintSettings = { ...settings, rules: () => wide }
    const wide = ownRules({ ...rules, callIdScope: 'transcript' })
    // Its input is mended first; the call is renamed behind that.
    const unread = { role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'read', input: '{}' }] }
    const renamed = (taken: string): string => {
      const list = listOf(`u c${taken} r${taken} a u a u c1 r1 a r1 a u a u`).with(9, unread)
      const { gaps, list: repaired } = reachFixpoint({ list, request, settings: inWhole, allow: 'lossy' })
      expect(gaps).toHaveLength(1)
      return (repaired()[9] as { content: { id: string }[] }).content[0]!.id
    }
    const id = renamed('q')
    expect(id).toMatch(/^1_/)
    expect(renamed(id)).not.toBe(id)
  })
  test('is read without end, or too seldom, by fixes that never mend anything (I9)', () => {
    let asked = 0
    const write = { ...format.write, result: () => ({ type: 'text', text: 'No result.' }) }
    const endless = { ...settings, format: { ...format, write }, rules: () => ((asked += 1), rules) }
    const { last } = reachFixpoint(inputOf('u c1', endless))
    // The screen asks for the rules, the first lint, and one behind each of twelve passes.
    expect([last.found.map(({ fault }) => fault.type), asked]).toEqual([['tool_result_missing'], 1 + 1 + 12])
  })
  test('there are no rows', () => expect(rows).toHaveLength(11))
})

describe('what a pass leaves is taken for plain, or read once more, where', () => {
  const format = findFormat('anthropic-messages')
  const settings: LintSettings = {
    format,
    bound: format,
    uniqueIds: UniqueIds,
    strategies,
    rules: format.rules,
    evidence: noEvidence,
    purpose: 'request',
    sent: new AsSent(),
  }
  const rows: readonly [what: string, list: string, rules: Partial<Rules>, leftOut: string, isPlain: boolean][] = [
    ['nothing can be wrong', plain, {}, '', true],
    ['ids are unique in it', plain, inList, '', true],
    ['the first id stands in what is left out', plain, inList, '1', false],
    ['the last id stands in what is left out', plain, inList, '3', false],
    ['all ids stand in what is left out', plain, inList, '1 2 3', false],
    ['another id stands in what is left out', plain, inList, '4', true],
    ['ids are unique and it has none', 'u a u', inList, '1 2 3', true],
    ['an id may stand twice', plain, {}, '1 2 3', true],
    ['items have ids that are unique', plain, { itemIdsUnique: true }, '2', false],
    ['it has a fault', 'u ! a u', {}, '', false],
    ['thinking is bound', plain, { thinkingBound: true }, '', false],
  ]
  test.each(rows)('%s', (_, list, changed, leftOut, isPlain) => {
    const rules = ownRules({ ...format.rules(request), thinkingBound: false, ...changed })
    const linted = lintPlain(listOf(list), request, { ...settings, rules: () => rules }, (id) =>
      leftOut.split(' ').includes(id),
    )
    expect(linted && [linted.rules, linted.found, linted.hasStrays]).toEqual(isPlain ? [rules, [], false] : null)
  })
  test('the request holds half a letter', () => {
    const rules = ownRules({ ...format.rules(request) })
    const plainWith = (system: string): unknown =>
      lintPlain(listOf(plain), { ...request, system }, { ...settings, rules: () => rules }, () => false)
    expect([plainWith('Be \ud83d.') === null, plainWith('Be.') === null]).toEqual([true, false])
  })
  test('there are no rows', () => expect(rows).toHaveLength(11))
})

test('a watched evidence knows other results and calls than the one it watches, or watches none', () => {
  let nameless = 0
  const watch = (evidence: Evidence): Evidence => watchNameless(evidence, () => (nameless += 1))
  const beside = [{ callId: 'b', type: 'tool_use' }]
  const evidence: Evidence = {
    resultOf: (callId, occurrence) => ({ status: 'completed', output: `${callId} ${occurrence}` }),
    openBeside: (callId) => (callId === 'a' ? beside : []),
  }
  const watched = watch(evidence)
  expect(watch(noEvidence)).toBe(noEvidence)
  expect([watched.openBeside?.('a'), watched.openBeside?.('b')]).toEqual([beside, []])
  expect(watch({ resultOf: evidence.resultOf }).openBeside?.('a')).toEqual([])
  expect([watched.resultOf('a', 1), nameless]).toEqual([evidence.resultOf('a', 1), 0])
  expect([watched.resultOf('', 2), nameless]).toEqual([evidence.resultOf('', 2), 1])
})
