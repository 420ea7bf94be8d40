import { describe, expect, test } from 'vitest'
import { findFormat } from '../../src/formats/index.ts'
import type { Strategy } from '../../src/lint/define-strategy.ts'
import { AsSent } from '../../src/transcript/as-sent.ts'
import { strategies } from '../../src/strategies/index.ts'
import { ownRules } from '../../src/formats/own-rules.ts'
import type { Rules } from '../../src/formats/rules.ts'
import { lintExcerpt, lintPlain, type LintSettings, type Suspicion, watchNameless } from '../../src/repair/lint.ts'
import { UniqueIds } from '../../src/lint/unique-ids.ts'
import { collectEdits } from '../../src/repair/collect-edits.ts'
import { reachFixpoint } from '../../src/repair/reach-fixpoint.ts'
import type { RepairInput } from '../../src/repair/repair-input.ts'
import { applyEdits } from '../../src/transcript/apply-edits.ts'
import { type Evidence, noEvidence } from '../../src/transcript/evidence.ts'
import { inList, listOf, plain, request, told } from './excerpt-lists.ts'

const inputOf = (list: string, settings: LintSettings): RepairInput => ({
  list: listOf(list),
  request,
  settings,
  allow: 'lossy',
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
      const fixpoint = reachFixpoint({ list, request, settings: inWhole, allow: 'lossy' })
      expect(fixpoint.gaps).toHaveLength(1)
      const repaired = applyEdits(list, collectEdits(list, fixpoint))
      return (repaired[9] as { content: { id: string }[] }).content[0]!.id
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
