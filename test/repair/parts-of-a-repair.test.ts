import { describe, expect, test, vi } from 'vitest'
import { diagnose } from '../../src/repair/diagnose.ts'
import { collectEdits } from '../../src/repair/collect-edits.ts'
import { carryBinding } from '../../src/repair/carry-binding.ts'
import { findLinterFormat } from '../../src/repair/find-linter-format.ts'
import { asList, settingsOf } from '../../src/repair/lint-settings.ts'
import { reachFixpoint } from '../../src/repair/reach-fixpoint.ts'
import { untoldLosses } from '../../src/repair/untold-losses.ts'
import { detectError } from '../../src/repair/detect-error.ts'
import { repair } from '../../src/repair/repair.ts'
import { repairWith } from '../../src/repair/repair-with.ts'
import type { Strategy } from '../../src/lint/define-strategy.ts'
import { leftOutBefore, wholeFixpoint } from '../../src/repair/whole-fixpoint.ts'
import type { Excerpt } from '../../src/repair/excerpt.ts'
import type { Fixpoint } from '../../src/repair/fixpoint.ts'
import type { FormatName } from '../../src/formats/format-name.ts'
import { findFormat } from '../../src/formats/index.ts'
import type { RecoveryErrorType } from '../../src/faults/fault-catalogue.ts'
import type { Loss } from '../../src/faults/loss.ts'
import { syntheticMark } from '../../src/faults/synthetic-text.ts'
import { AsSent } from '../../src/transcript/as-sent.ts'
import { applyEdits } from '../../src/transcript/apply-edits.ts'
import type { Edit } from '../../src/transcript/edit.ts'

const format = 'anthropic-messages'
const user = (content: unknown): { role: string; content: unknown } => ({ role: 'user', content })
const assistant = (content: unknown): { role: string; content: unknown } => ({ role: 'assistant', content })
const text = (value: string): object => ({ type: 'text', text: value })
const image = (data: string): object => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } })
const placed = (...rows: readonly (readonly [raw: string, origin: number | null])[]) =>
  rows.map(([raw, origin]) => ({ raw, origin, causes: [] }))

test.each<[unknown, FormatName, readonly unknown[]]>([
  ['Hi', 'openai-responses', [{ role: 'user', content: 'Hi' }]],
  ['Hi', 'anthropic-messages', []],
  [42, 'openai-responses', []],
  [null, 'anthropic-messages', []],
])('%j on %s is read as another list', (given, name, list) => {
  expect(asList(given, findFormat(name), new AsSent())).toEqual(list)
  expect(diagnose(given, { format: name }).ok).toBe(list.length > 0)
})

describe('a repaired excerpt', () => {
  // Of the messages a to g only c, d and f were looked at.
  const whole = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const excerpt = { places: [2, 3, 5], gaps: [] } as unknown as Excerpt
  const rows: readonly [string, ReturnType<typeof placed>, string, readonly number[] | null][] = [
    ['unchanged', placed(['c', 0], ['d', 1], ['f', 2]), 'abcdefg', [2, 2, 3]],
    ['changed', placed(['C', 0], ['d', 1], ['F', 2]), 'abCdeFg', [2, 2, 3]],
    ['without its first', placed(['d', 1], ['f', 2]), 'abdefg', [2, 3]],
    ['without its last', placed(['c', 0], ['d', 1]), 'abcdeg', [2, 2]],
    ['without any', [], 'abeg', []],
    ['with a new one inside', placed(['c', 0], ['x', null], ['d', 1], ['f', 2]), 'abcxdefg', [2, 2, 2, 3]],
    ['with a new last one', placed(['c', 0], ['d', 1], ['f', 2], ['x', null]), 'abcdefxg', [2, 2, 3, 3]],
    ['with a new one where some are left out', placed(['c', 0], ['d', 1], ['x', null], ['f', 2]), 'abcdxefg', null],
    ['with a new first one', placed(['x', null], ['c', 0]), 'xabceg', null],
  ]
  test.each(rows)('%s is put in the wrong place of the whole', (_, list, expected, leftOut) => {
    const gone = [0, 1, 2].filter((origin) => list.every((one) => one.origin !== origin))
    const removed = gone.map((origin) => ({ origin, causes: [] }))
    const reached = { placed: list, removed } as unknown as Fixpoint
    const fixpoint = wholeFixpoint(excerpt, reached)
    expect(applyEdits(whole, collectEdits(whole, fixpoint)).join('')).toBe(expected)
    expect(fixpoint.placed.map(({ origin }) => origin)).toEqual(
      list.map(({ origin }) => (origin === null ? null : excerpt.places[origin])),
    )
    expect(fixpoint.removed.map(({ origin }) => origin)).toEqual(gone.map((origin) => excerpt.places[origin]))
    expect(leftOutBefore(list, excerpt)).toEqual(leftOut)
  })
  test('there are no rows', () => expect(rows).toHaveLength(9))

  // Its role becomes the assistant's, whose turn then goes on in the round behind it.
  test('what stands behind an opener that is none is left out', () => {
    const call = { role: 'model', parts: [{ functionCall: { name: 'f', args: {} } }] }
    const answer = { role: 'user', parts: [{ functionResponse: { name: 'f', response: {} } }] }
    const rounds = Array.from({ length: 8 }, (_, index) => ({
      role: index % 2 === 0 ? 'model' : 'user',
      parts: [{ text: 'hi' }],
    }))
    const options = { format: 'gemini', request: { model: 'gemini-2.5-pro' } } as const
    const { messages } = repair([{ role: 'assistant', parts: [{ text: 'a' }] }, call, answer, ...rounds], options)
    expect(diagnose(messages, options)).toEqual({ ok: true, faults: [] })
  })
})

describe('a text that a plan takes out', () => {
  const { read, rules } = findFormat(format)
  const messageOf = (raw: unknown) => () => read(raw, 0, rules({}))
  const because = { because: [], loss: 'none' } as const
  const cut = (after: unknown): Edit => ({ op: 'replace', index: 0, before: undefined, after, ...because })
  const none = new Set<RecoveryErrorType>()
  const gone: Edit = { op: 'remove', index: 0, before: undefined, ...because }
  const result = (content: unknown): object => ({ type: 'tool_result', tool_use_id: 'x', content })
  const twoLines = assistant([text('one\ntwo')])
  const [one, two] = [text('one'), text('two')]
  const linked = { type: 'image', source: { type: 'url', url: 'https://a.example/b.png' } }
  const marked: Edit = { ...gone, loss: 'synthesised' }
  const json = assistant([text('{\n  "a": 1\n}')])
  type Row = [string, unknown, Edit, listAfter: unknown[], request: unknown, loses: Loss | false]
  const rows: readonly Row[] = [
    ['and that stands nowhere else', user('secret'), gone, [], {}, 'lossy'],
    ['and puts back', user('secret'), cut(user([text('secret')])), [], {}, false],
    ['and puts back in part', user('one\ntwo'), cut(user('one')), [], {}, 'lossy'],
    ['and puts back with other blanks', user(' one \n\n two'), cut(user('two\none')), [], {}, false],
    ['and that stands in another message', user('secret'), gone, [user('secret')], {}, false],
    ['and that stands in the system text', user('secret'), gone, [], { system: 'secret' }, false],
    ['and that stands in blocks of the system text', user('secret'), gone, [], { system: [text('secret')] }, false],
    ['and that stands one level deeper', user('secret'), gone, [], { config: { system: 'secret' } }, false],
    ['and that stands nowhere, beside a field that is null', user('secret'), gone, [], { system: null }, 'lossy'],
    ['and writes as JSON', user('say "so"\nnow'), cut(user(JSON.stringify('say "so"\nnow'))), [], {}, false],
    ['that is a result in a message of the assistant', assistant([result('secret')]), gone, [], {}, 'lossy'],
    ['that the assistant said', assistant([text('said')]), gone, [], {}, 'synthesised'],
    ['that a repair had written', user(`${syntheticMark}Nothing.`), gone, [], {}, false],
    ['that is blank', user(' \n '), gone, [], {}, false],
    ['at a price that is named', user('secret'), { ...gone, loss: 'lossy' }, [], {}, false],
    ['without a request', user('secret'), gone, [], undefined, 'lossy'],
    ['and reads out as its value', user('{"a":1}'), cut(user([{ a: 1 }])), [], {}, false],
    ['and reads out as another value', user('{"a":1}'), cut(user([{ a: 2 }])), [], {}, 'lossy'],
    ['and that tells an empty value', user('{}'), cut(user([text('other')])), [], {}, 'lossy'],
    ['and that two messages read out', user('[1,2]'), cut(1), [], {}, 'lossy'],
    ['and that another message has half of', user('one\ntwo'), gone, [user('two')], {}, 'lossy'],
    ['and that two others have a half of each', user('one\ntwo'), gone, [user('two'), user('one')], {}, false],
    ['that the assistant left unread', assistant('said'), gone, [], {}, 'synthesised'],
    ['of two lines, of the assistant, that stands elsewhere', twoLines, gone, [twoLines], {}, false],
    ['of JSON in lines, of the assistant, that stands elsewhere', json, gone, [json], {}, false],
    ['of JSON in lines, of the assistant', json, gone, [assistant([text('{')]), user('"a": 1\n}')], {}, 'synthesised'],
    ['and keeps one block of two', user([one, two]), cut(user([one])), [], {}, 'lossy'],
    ['and keeps the last block of two', user([one, two]), cut(user([two])), [], {}, 'lossy'],
    ['and keeps both blocks', user([one, two]), cut(user([two, one])), [], {}, false],
    ['and keeps all of one list of two', { ...user([one]), parts: [two] }, cut(user([one])), [], {}, 'lossy'],
    ['and keeps all of both lists', { ...user([one]), parts: [two] }, cut(user([one, two])), [], {}, false],
    ['and keeps its blocks, but not its note', { ...user([one]), text: 'note' }, cut(user([one])), [], {}, 'lossy'],
    ['and keeps one of two blocks of one text', user([one, text('one')]), cut(user([one])), [], {}, false],
    ['with an address of the user, behind a placeholder', user([linked]), marked, [], {}, 'lossy'],
    [
      'with an address that another only mentions',
      user([linked]),
      marked,
      [user('See https://a.example/b.png')],
      {},
      'lossy',
    ],
    ['with an address that another tells alone', user([linked]), marked, [user('https://a.example/b.png')], {}, false],
    ['with an address that is shown elsewhere', user([linked]), marked, [user([linked])], {}, false],
    ['with an address of the model, behind a placeholder', assistant([linked]), marked, [], {}, false],
    ['with bytes of the user, behind a placeholder', user([image('AAAA')]), marked, [], {}, 'lossy'],
    ['with bytes of the user that were cut', user([image(`${'AAAA'.repeat(99)}... [cut]`)]), marked, [], {}, false],
    ['with a picture of the user', user([image('AAAA')]), gone, [], {}, 'lossy'],
    [
      'with a picture of the user that stands elsewhere',
      user([image('AAAA')]),
      gone,
      [user([image('AAAA')])],
      {},
      false,
    ],
    ['that is no message', 'secret', gone, [], {}, 'lossy'],
    ['and that quotes what is no JSON', user('say "C:\\q" now'), gone, [user('say "C:\\q" now')], {}, false],
  ]
  test.each(rows)('%s is judged wrongly (I4)', (_, before, edit, listAfter, request, loses) => {
    expect(untoldLosses([edit], messageOf(before), () => listAfter, request, none)).toEqual(
      new Map(loses ? [[edit, loses]] : []),
    )
  })
  test('there are no rows', () => expect(rows).toHaveLength(44))

  test('is looked for in the whole list although it stands in what was written', () => {
    const asked = vi.fn(() => [])
    const moved = cut(user([two, one]))
    untoldLosses([moved], messageOf(user([one, two])), asked, {}, none)
    untoldLosses([cut(user('one\ntwo'))], messageOf(user([one, two])), asked, {}, none)
    untoldLosses([gone], messageOf(user('one')), asked, { system: 'one' }, none)
    expect(asked).not.toHaveBeenCalled()
    untoldLosses([gone], messageOf(user('one')), asked, { system: 'two' }, none)
    expect(asked).toHaveBeenCalled()
  })

  test('is read although all blocks of its message stand in what was written', () => {
    let reads = 0
    const watched = (raw: unknown) => () =>
      Object.defineProperty({ ...messageOf(raw)() }, 'blocks', { get: () => ((reads += 1), []) })
    untoldLosses([cut(user([two, one]))], watched(user([one, two])), () => [], {}, none)
    expect(reads).toBe(0)
    untoldLosses([cut(user([two, text('one')]))], watched(user([one, two])), () => [], {}, none)
    expect(reads).toBeGreaterThan(0)
  })

  test.each<[string, Edit[], Loss | false]>([
    ['and that several messages read out', [{ op: 'insert', index: 1, after: { b: 2 }, ...because }], false],
    [
      'and that another message reads out otherwise',
      [{ op: 'insert', index: 1, after: { b: 3 }, ...because }],
      'lossy',
    ],
    ['and that one message reads out in part', [], 'lossy'],
    [
      'and that another edit replaces',
      [{ op: 'replace', index: 0, before: 1, after: { b: 2 }, loss: 'lossy', because: [] }],
      'lossy',
    ],
  ])('%s is judged wrongly, too (I4)', (_, others, loses) => {
    const first = cut({ a: 1 })
    const message = messageOf(user('[{"a":1},{"b":2}]'))
    expect(untoldLosses([first, ...others], message, () => [], {}, none)).toEqual(
      new Map(loses ? [[first, loses]] : []),
    )
  })

  test('is taken for lost although another edit writes it', () => {
    const elsewhere: Edit = { op: 'insert', index: 3, after: user('secret'), ...because }
    expect(untoldLosses([gone, elsewhere], messageOf(user('secret')), () => [], {}, none)).toEqual(new Map())
    expect(untoldLosses([elsewhere], messageOf(user('secret')), () => [], {}, none)).toEqual(new Map())
  })

  test('is taken for lost although the server holds it', () => {
    const lost: Edit = { ...gone, before: assistant('said'), because: ['item_id_duplicate'] }
    const losses = (elsewhere: ReadonlySet<RecoveryErrorType>): unknown =>
      untoldLosses([lost], messageOf(assistant('said')), () => [], {}, elsewhere).get(lost)
    expect([losses(none), losses(new Set(lost.because))]).toEqual(['synthesised', undefined])
  })
})

describe('a strategy that takes out a text and does not say so', () => {
  const forgetful: Strategy = {
    type: 'conversation_empty',
    visit: {
      text: (block, { report }) => block.text === 'x' && report({ at: block, fix: (edit) => edit.remove(block) }),
    },
  }
  // No screen passes what only this strategy sees.
  const { reader: _, ...read } = findFormat(format)
  const means = { format: { format: read, strategies: [forgetful] }, detectError }
  const [asked, said] = [user([text('x'), text('y')]), assistant([text('x'), text('y')])]
  const doubled = user([text('x'), text('x and y')])
  test.each<[string, object[], Loss, Loss | null]>([
    ['of a user', [asked], 'none', null],
    ['of a user', [asked], 'synthesised', null],
    ['of a user', [asked], 'lossy', 'lossy'],
    ['of a user, behind others', [user('a'), said, asked], 'synthesised', null],
    ['of the model', [user('a'), said, user('b')], 'none', null],
    ['of the model', [user('a'), said, user('b')], 'synthesised', 'synthesised'],
    ['of both', [asked, said, user('b')], 'synthesised', null],
    ['of both', [asked, said, user('b')], 'lossy', 'lossy'],
    ['of the model that another says', [user('a'), said, user('b\nx')], 'none', 'none'],
    ['of a user that stands within another', [doubled], 'synthesised', null],
  ])('%s: %j goes beyond what is allowed (%s) or is kept against it (I4)', (_, messages, allow, loss) => {
    const result = repairWith(means, messages, { format, allow })
    expect(result.messages === messages).toBe(loss === null)
    expect(result.faults.length).toBeGreaterThan(0)
    expect(result).toMatchObject(
      loss === null
        ? { ok: false, changed: false, edits: [], loss: 'none', remaining: result.faults }
        : { ok: true, changed: true, loss, remaining: [] },
    )
  })
})

describe('an edit before bound thinking (I11)', () => {
  const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' }
  const said = [
    user([text('a')]),
    assistant([text('b')]),
    user([text(' ')]),
    assistant([thinking, text('c')]),
    user('d'),
  ]
  const model = 'claude-opus-5-5'
  const binding = { prefix_mismatch_behavior: 'drop_block' }

  test.each<[string, object, object | undefined]>([
    ['nothing else is set', {}, { type: 'adaptive', block_binding: binding }],
    [
      'a budget is set',
      { thinking: { type: 'enabled', budget_tokens: 9 } },
      { type: 'enabled', budget_tokens: 9, block_binding: binding },
    ],
    ['it is asked already', { thinking: { type: 'adaptive', block_binding: binding } }, undefined],
  ])('forgets what the request says of thinking, or asks twice, where %s', (_, more, asked) => {
    const { request, betas, loss, ok } = repair(said, { format, request: { model, ...more } })
    expect([ok, loss, request?.['thinking']]).toEqual([true, 'synthesised', asked])
    expect(betas).toEqual(asked && ['thinking-binding-controls-2026-08-01'])
  })

  test('forgets what else the request needs', () => {
    const call = { type: 'tool_use', id: 'x', name: 'read', input: {} }
    const ran = [user('go'), assistant([call]), user([{ type: 'tool_result', tool_use_id: 'x', content: 'ok' }])]
    const { request, ok } = repair([...ran, assistant([text('b')]), ...said], {
      format,
      request: { model, max_tokens: 9 },
    })
    expect([ok, Object.keys(request ?? {}).toSorted()]).toEqual([true, ['thinking', 'tools']])
  })

  test('forgets what the repair itself has asked of the provider', () => {
    const request = { model }
    const settings = settingsOf(findLinterFormat(format), { format, request }, said)
    const input = { list: said, request, settings, allow: 'synthesised' } as const
    const reached = reachFixpoint(input)
    const carried = (changed: Record<string, unknown>, betas: readonly string[] = []): unknown => {
      const before = { ...reached, request: changed, betas: new Set(betas) }
      const plan = carryBinding(input, before)
      return plan && [plan.request, [...plan.betas], plan.bindingLoss]
    }
    const beta = 'thinking-binding-controls-2026-08-01'
    const asked = { thinking: { type: 'adaptive', block_binding: binding } }
    expect([carried({}), carried({ tools: [] }, ['other'])]).toEqual([
      [asked, [beta], 'synthesised'],
      [{ tools: [], ...asked }, ['other', beta], 'synthesised'],
    ])
    const budget = { type: 'enabled', budget_tokens: 9 }
    expect([carried({ thinking: budget }), carried(asked, ['other'])]).toEqual([
      [{ thinking: { ...budget, block_binding: binding } }, [beta], 'synthesised'],
      [asked, ['other'], 'synthesised'],
    ])
  })

  test('is made without consent to its consequence', () => {
    const result = repair(said, { format, request: { model }, allow: 'none' })
    expect([result.ok, result.changed, result.messages, result.loss]).toEqual([false, false, said, 'none'])
    expect(result.remaining).toEqual(result.faults)
  })

  test('keeps thinking that the provider cannot be asked to drop', () => {
    const request = { model, thinking: { type: 'disabled' } }
    const { messages, loss } = repair(said, { format, request })
    expect(loss).toBe('synthesised')
    expect(JSON.stringify(messages)).not.toContain('"thinking"')
  })

  test('costs anything on a model without preserved thinking', () => {
    const { request, betas, loss } = repair(said, { format, request: { model: 'claude-opus-4-1' } })
    expect([request, betas, loss]).toEqual([undefined, undefined, 'none'])
  })
})
