import { describe, expect, test } from 'vitest'
import type { FormatName } from '../../src/formats/format-name.ts'
import { findFormat } from '../../src/formats/index.ts'
import type { Rules } from '../../src/formats/rules.ts'
import { applyDraft, placeAll } from '../../src/lint/apply-draft.ts'
import { Draft } from '../../src/lint/draft.ts'
import { DraftOfForms } from '../../src/lint/draft-of-forms.ts'
import { itemsOfResponses } from '../../src/lint/items-of-responses.ts'
import { noChanges } from '../../src/lint/draft-changes.ts'
import { readTranscript } from '../../src/lint/read-transcript.ts'
import { findLinterFormat } from '../../src/repair/find-linter-format.ts'
import type { Block, Transcript } from '../../src/transcript/transcript.ts'

interface Draughtsman {
  readonly edit: Draft
  readonly view: Transcript
  readonly blockAt: (message: number, block?: number) => Block
}

interface Drawn {
  readonly list: readonly unknown[]
  readonly request: Readonly<Record<string, unknown>>
  readonly betas: readonly string[]
  readonly losses: readonly string[]
  readonly draft: Draft
}

/** What a list, and its request, become by one fix. */
function drawn(
  name: FormatName,
  list: readonly unknown[],
  fix: (on: Draughtsman) => void,
  more: Partial<Rules> = {},
  request: Readonly<Record<string, unknown>> = {},
): Drawn {
  const format = findFormat(name)
  const rules = { ...format.rules(request), ...more }
  const view = readTranscript(list, format, rules)
  const changes = noChanges()
  const { forms, kept } = findLinterFormat(name)
  const draft = new (forms?.draft ?? Draft)(view, format, rules, request, kept)
  fix({ edit: draft, view, blockAt: (message, block = 0) => view.messages[message]!.blocks[block]! })
  draft.commit(changes, { type: 'tool_result_missing', loss: 'synthesised' })
  const { placed } = applyDraft(view, changes, format, placeAll(list))
  const { betas, request: changed, requestLosses } = changes
  return {
    list: placed.map(({ raw }) => raw),
    request: changed,
    betas: [...betas],
    losses: [...requestLosses],
    draft,
  }
}

const said = (role: string, ...content: readonly unknown[]): object => ({ role, content })
const text = (value: string): object => ({ type: 'text', text: value })
const call = (id: string): object => ({ type: 'tool_use', id, name: 'f', input: {} })
const result = (id: string): object => ({ type: 'tool_result', tool_use_id: id, content: 'r' })
const called = (...ids: readonly string[]): object => said('assistant', ...ids.map(call))

describe('an answer in the next turn', () => {
  const rows: readonly (readonly [string, readonly unknown[], readonly unknown[]])[] = [
    ['at the end', [called('a')], [called('a'), said('user', result('a'))]],
    ['before a text', [called('a'), said('user', text('hi'))], [called('a'), said('user', result('a'), text('hi'))]],
    [
      'behind other results',
      [called('a', 'b'), said('user', result('b'), text('hi'))],
      [called('a', 'b'), said('user', result('b'), result('a'), text('hi'))],
    ],
    [
      'before two messages of the user',
      [called('a'), said('user', text('one')), said('user', text('two'))],
      [called('a'), said('user', result('a'), text('one')), said('user', text('two'))],
    ],
    [
      'behind all messages of the turn',
      [called('a'), said('assistant', text('more'))],
      [called('a'), said('assistant', text('more')), said('user', result('a'))],
    ],
  ]
  test.each(rows)('%s stands elsewhere', (_, list, expected) => {
    expect(drawn('anthropic-messages', list, ({ edit, blockAt }) => edit.answer(blockAt(0), result('a'))).list).toEqual(
      expected,
    )
  })
  test('there are no rows', () => expect(rows).toHaveLength(5))

  test('between two messages that roles part, or that are whole answers, is put behind both', () => {
    const list = [called('a'), said('assistant', text('more')), said('user', text('hi'))]
    const expected = [called('a'), said('user', result('a')), ...list.slice(1)]
    const answer = ({ edit, blockAt }: Draughtsman): void => edit.answer(blockAt(0), result('a'))
    for (const more of [{ alternation: 'required' }, { answersWhole: true }] as const)
      expect(drawn('anthropic-messages', list, answer, more).list).toEqual(expected)
    const single = drawn('anthropic-messages', list, answer, { alternation: 'required', resultsInOneMessage: true })
    expect(single.list).toEqual([...list.slice(0, 2), said('user', result('a')), list[2]])
  })

  test('of a call of the server stands in another message', () => {
    const search = { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }
    const list = [said('assistant', search, text('found')), said('user', text('hi'))]
    const { list: after } = drawn('anthropic-messages', list, ({ edit, blockAt }) => edit.answer(blockAt(0), 'R'))
    expect(after).toEqual([said('assistant', search, 'R', text('found')), list[1]])
  })
})

test('an answer in one message stands among what is another turn', () => {
  const part = (key: string, id: string): object => ({
    [key]: { id, name: 'f', [key === 'functionCall' ? 'args' : 'response']: {} },
  })
  const calls = { role: 'model', parts: [part('functionCall', 'a'), part('functionCall', 'b')] }
  const answer = ({ edit, blockAt }: Draughtsman): void => edit.answer(blockAt(0), part('functionResponse', 'a'))
  const user = (...parts: readonly object[]): object => ({ role: 'user', parts })
  const [a, b, hi] = [part('functionResponse', 'a'), part('functionResponse', 'b'), { text: 'hi' }]
  expect(drawn('gemini', [calls, user(b, hi)], answer).list).toEqual([calls, user(b, a, hi)])
  expect(drawn('gemini', [calls, user(hi)], answer).list).toEqual([calls, user(a), user(hi)])
  expect(drawn('gemini', [calls], answer).list).toEqual([calls, user(a)])
})

describe('an answer in a message of its own', () => {
  const calls = {
    role: 'assistant',
    tool_calls: ['a', 'b'].map((id) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })),
  }
  const answered = (id: string): object => ({ role: 'tool', tool_call_id: id, content: 'r' })
  const rows: readonly (readonly [string, readonly unknown[], readonly unknown[]])[] = [
    ['at the end', [calls], [calls, answered('a')]],
    ['behind another result', [calls, answered('b')], [calls, answered('b'), answered('a')]],
    [
      'behind two, before a prompt',
      [calls, answered('b'), answered('c'), said('user')],
      [calls, answered('b'), answered('c'), answered('a'), said('user')],
    ],
    ['before a prompt', [calls, said('user'), answered('b')], [calls, answered('a'), said('user'), answered('b')]],
  ]
  test.each(rows)('%s stands elsewhere', (_, list, expected) => {
    expect(drawn('openai-chat', list, ({ edit, blockAt }) => edit.answer(blockAt(0), answered('a'))).list).toEqual(
      expected,
    )
  })
  test('there are no rows', () => expect(rows).toHaveLength(4))
})

describe('items:', () => {
  const format = 'openai-responses'
  const item = (type: string, id: string, more: object = {}): Record<string, unknown> => ({ type, id, ...more })
  const [first, second] = ['a', 'b'].map((id) =>
    item('function_call', `fc_${id}`, { call_id: id, name: 'f', arguments: '{}' }),
  )
  const output = (id: string): object => ({ type: 'function_call_output', call_id: id, output: 'r' })
  const message = item('message', 'msg_1', {
    role: 'assistant',
    content: [{ type: 'output_text', text: 'hi', annotations: [] }],
  })
  const reasoning = (id: string): object => item('reasoning', id, { summary: [], encrypted_content: 'x' })

  test('an answer parts parallel calls', () => {
    const list = [first, second, output('b'), said('user')]
    const after = drawn(format, list, ({ edit, blockAt }) => edit.answer(blockAt(0), output('a'))).list
    expect(after).toEqual([first, second, output('a'), output('b'), said('user')])
    const last = drawn(format, [first, second], ({ edit, blockAt }) => edit.answer(blockAt(1), output('b'))).list
    expect(last).toEqual([first, second, output('b')])
  })

  test('reasoning that goes leaves items that the server knows with it, or takes the ids of another response', () => {
    const { id: _, ...nameless } = message
    const list = [reasoning('rs_1'), message, first, said('user'), message]
    const after = drawn(format, list, ({ edit, blockAt }) => edit.giveUpThinking(blockAt(0))).list
    const { id: __, ...call } = first!
    expect(after).toEqual([nameless, call, said('user'), message])
    const two = drawn(format, [reasoning('rs_1'), message, reasoning('rs_2'), message], ({ edit, blockAt }) =>
      edit.giveUpThinking(blockAt(0)),
    ).list
    expect(two).toEqual([nameless, reasoning('rs_2'), message])
  })

  test('an id goes from an item that is nothing else, or that may not be without', () => {
    const drop = (raw: unknown): readonly unknown[] =>
      drawn(format, [said('user'), raw], ({ edit, view }) => edit.dropItemId(view.messages[1]!)).list.slice(1)
    expect(drop({ type: 'item_reference', id: 'msg_9' })).toEqual([])
    expect(drop({ type: 'reasoning', id: 'rs_1', summary: [] })).toEqual([])
    expect(drop(reasoning('rs_1'))).toEqual([{ type: 'reasoning', summary: [], encrypted_content: 'x' }])
    const search = { type: 'web_search_call', id: 'ws_1', status: 'completed', action: {} }
    const [kept] = drop(search) as readonly { id?: string }[]
    expect(kept?.id === undefined || /^ws_(?!1$)/.test(kept.id)).toBe(true)
    expect(drop(search)).toEqual([kept])
  })

  test('other blocks stand where a result stood, or before other results', () => {
    const list = [first, second, output('a'), output('b'), said('user')]
    const replace =
      (blocks: readonly unknown[]) =>
      ({ edit, blockAt }: Draughtsman) =>
        edit.replaceInTurn(blockAt(2), blocks)
    const after = drawn(format, list, replace([{ type: 'input_text', text: 'lost' }])).list
    expect(after).toEqual([
      first,
      second,
      output('b'),
      said('user', { type: 'input_text', text: 'lost' }),
      said('user'),
    ])
    expect(after[0]).toBe(first)
    expect(drawn(format, list, replace([])).list).toEqual([first, second, output('b'), said('user')])
    for (const role of ['user', 'assistant']) {
      const strange = [said('user'), item('strange', 'x', { role })]
      const told = drawn(format, strange, ({ edit, blockAt }) =>
        edit.replaceInTurn(blockAt(1), [{ type: 'text' }]),
      ).list
      expect(told.at(-1)).toEqual(said(role, { type: 'text' }))
    }
  })
})

test('words that stand for a result of a message of its own stand among other results, or are a result; words among words move', () => {
  const asks = {
    role: 'assistant',
    tool_calls: ['a', 'b'].map((id) => ({ id, function: { name: 'f', arguments: '{}' } })),
  }
  const answer = (id: string): object => ({ role: 'tool', tool_call_id: id, content: 'r' })
  const replace = ({ edit, blockAt }: Draughtsman): void => edit.replaceInTurn(blockAt(1), [text('lost')])
  const after = drawn('openai-chat', [asks, answer('a'), answer('b'), said('user')], replace).list
  expect(after).toEqual([asks, answer('b'), { role: 'user', content: 'lost' }, said('user')])
  const spoken = [said('assistant', text('a')), said('user', text('a'), text('b'))]
  expect(drawn('ai-sdk', spoken, replace, { resultRole: 'tool' }).list).toEqual([
    spoken[0],
    said('user', text('lost'), text('b')),
  ])
})

describe('words for the user', () => {
  const note = text('note')
  const rows: readonly (readonly [string, readonly unknown[], at: number, readonly unknown[]])[] = [
    ['at the end', [said('assistant', text('a'))], 0, [said('assistant', text('a')), said('user', note)]],
    [
      'before a text',
      [said('assistant', text('a')), said('user', text('b'))],
      0,
      [said('assistant', text('a')), said('user', note, text('b'))],
    ],
    [
      'behind results',
      [called('a'), said('user', result('a'), text('b'))],
      0,
      [called('a'), said('user', result('a'), note, text('b'))],
    ],
    [
      'where all are results',
      [called('a'), said('user', result('a'))],
      0,
      [called('a'), said('user', result('a'), note)],
    ],
    [
      'where the first message holds results only',
      [called('a'), said('user', result('a')), said('user', text('b'))],
      0,
      [called('a'), said('user', result('a')), said('user', note, text('b'))],
    ],
    [
      'where two messages hold more than results',
      [called('a'), said('user', result('a'), text('b')), said('user', text('c'))],
      0,
      [called('a'), said('user', result('a'), note, text('b')), said('user', text('c'))],
    ],
  ]
  test.each(rows)('%s stand elsewhere', (_, list, at, expected) => {
    const after = drawn('anthropic-messages', list, ({ edit, view }) => edit.tellUser(view.messages[at]!, [note])).list
    expect(after).toEqual(expected)
  })
  test('there are no rows', () => expect(rows).toHaveLength(6))
})

describe('a message', () => {
  const list = [said('user', text('a')), said('assistant', text('b')), said('user', text('c'))]
  test('that moves is copied, or stays', () => {
    const after = drawn('anthropic-messages', list, ({ edit, view }) => edit.moveMessage(view.messages[2]!, 0)).list
    expect(after).toEqual([list[2], list[0], list[1]])
    expect(after[0]).toBe(list[2])
  })
  test('that is new is not joined with another one of its role and place', () => {
    const after = drawn('anthropic-messages', list, ({ edit }) => {
      edit.insertMessage(1, 'user', [text('x')])
      edit.insertMessage(1, 'user', [text('y')])
      edit.insertMessage(1, 'assistant', [text('z')])
      edit.insertMessage(3, 'user', [text('q')])
      edit.insertRaw(1, 'raw')
      edit.insertMessage(1, 'user', [text('w')])
    }).list
    const joined = [said('user', text('x'), text('y')), said('assistant', text('z')), 'raw', said('user', text('w'))]
    expect(after).toEqual([list[0], ...joined, list[1], list[2], said('user', text('q'))])
  })
  test('that is replaced, or gets a block, is not claimed by the fix (I4)', () => {
    const { draft, list: after } = drawn('anthropic-messages', list, ({ edit, view, blockAt }) => {
      edit.replaceMessage(view.messages[0]!, 'new')
      edit.remove(blockAt(1))
      edit.removeMessage(view.messages[1]!)
      edit.insert(view.messages[2]!, 0, text('x'))
    })
    expect(after).toEqual(['new', said('user', text('x'), text('c'))])
    expect([...draft.targets].map(({ raw }) => raw)).toEqual([list[0], text('b'), list[1]])
    expect([...draft.homes].map(({ raw }) => raw)).toEqual([list[2]])
  })
})

describe('the request', () => {
  const list = [said('user', text('a'))]
  const request = { model: 'm', system: 'Be brief.', max_tokens: 5, tools: [{ name: 'own' }] }
  test('forgets what it held', () => {
    const { betas, request: changed } = drawn(
      'anthropic-messages',
      list,
      ({ edit }) => {
        edit.setRequest({ thinking: { type: 'disabled' } }, ['one', 'two'])
        edit.updateRequest('max_tokens', (value) => Number(value) + 1)
        edit.updateRequest('max_tokens', (value) => Number(value) * 2)
        edit.liftSystem(['And kind.'])
        edit.liftSystem(['And quick.'])
        edit.defineTools(['f'])
      },
      {},
      request,
    )
    expect(betas).toEqual(['one', 'two'])
    expect(changed).toMatchObject({ thinking: { type: 'disabled' }, max_tokens: 12 })
    expect(JSON.stringify(changed['system'])).toMatch(/Be brief\..*And kind\..*And quick\./)
    expect(changed['tools']).toMatchObject([{ name: 'own' }, { name: 'f' }])
    expect(changed).not.toHaveProperty('model')
  })
  test.each<[string, (edit: Draft) => void]>([
    ['a field', (edit) => edit.setRequest({ max_tokens: 6 })],
    ['an updated field', (edit) => edit.updateRequest('max_tokens', () => 6)],
    ['a system text', (edit) => edit.liftSystem(['And kind.'])],
    ['a tool', (edit) => edit.defineTools(['f'])],
  ])('forgets what %s costs', (_, change) => {
    expect(drawn('anthropic-messages', list, ({ edit }) => change(edit), {}, request).losses).toEqual(['synthesised'])
  })
})

test('a result that is no block of its own is replaced, not its message', () => {
  const list = [called('a'), said('user', result('a'), text('b'))]
  const replace = ({ edit, blockAt }: Draughtsman): void => edit.replaceInTurn(blockAt(1), [text('lost'), text('too')])
  expect(drawn('anthropic-messages', list, replace).list).toEqual([
    called('a'),
    said('user', text('lost'), text('too'), text('b')),
  ])
})

test('an answer to a call that is one part with its result stands elsewhere', () => {
  const answer = ({ edit, blockAt }: Draughtsman): void => edit.answer(blockAt(0), result('a'))
  const { list } = drawn('anthropic-messages', [called('a', 'b')], answer, { results: 'same-block' })
  expect(list).toEqual([said('assistant', result('a'), call('b'))])
})

test('each call that gets another id reads the whole list anew', () => {
  const count = 100
  const format = findFormat('openai-responses')!
  const rules = format.rules({})
  const ids = Array.from({ length: count }, (_, index) => `c${index}`)
  const transcript = readTranscript(
    [
      ...ids.map((id) => ({ type: 'function_call', call_id: id, name: 'f', arguments: '{}' })),
      ...ids.map((id) => ({ type: 'function_call_output', call_id: id, output: 'r' })),
    ],
    format,
    rules,
  )
  let looks = 0
  for (const message of transcript.messages) {
    const { blocks } = message
    Object.defineProperty(message, 'blocks', { get: () => ((looks += 1), blocks) })
  }
  const draft = new DraftOfForms(transcript, format, rules, {}, itemsOfResponses)
  for (const [place, id] of ids.entries()) draft.renameCall(transcript.messages[place]!.blocks[0]!, `${id}b`, undefined)
  // Each message once for what names a call, and each call for itself.
  expect(looks).toBeLessThanOrEqual(4 * count)
})
