import { describe, expect, test } from 'vitest'
import { withoutItemId } from '../../../src/formats/ai-sdk/item-id.ts'
import { reasoningSeal } from '../../../src/formats/ai-sdk/reasoning-seal.ts'
import { repair } from '../../../src/index.ts'

const user = { role: 'user', content: 'Look it up.' }
const refused = (message: string, status = 400): Error => Object.assign(new Error(message), { status })
const ofItem = (itemId: string): object => ({ providerOptions: { openai: { itemId } } })

const search = { type: 'tool-call', toolCallId: 'ws_1', toolName: 'web_search', input: {}, providerExecuted: true }
const found = {
  type: 'tool-result',
  toolCallId: 'ws_1',
  toolName: 'web_search',
  output: { type: 'json', value: { title: 'Kept' } },
}
const reasoning = { type: 'reasoning', text: 'Hm.', ...ofItem('rs_1') }
const answer = { type: 'text', text: 'So it is.', ...ofItem('msg_1') }
const read = { type: 'tool-call', toolCallId: 'call_1', toolName: 'read', input: {} }
const readResult = {
  type: 'tool-result',
  toolCallId: 'call_1',
  toolName: 'read',
  output: { type: 'text', value: 'rows' },
}

const history = [
  user,
  { role: 'assistant', content: [reasoning, search, found, answer] },
  user,
  { role: 'assistant', content: [{ ...read, ...ofItem('fc_1') }] },
  { role: 'tool', content: [readResult] },
]

describe('what OpenAI keeps of a conversation of the AI SDK', () => {
  test('is changed although nothing was refused', () => {
    expect(repair(history, { format: 'ai-sdk' }).messages).toBe(history)
  })

  test.each(['rs_1', 'ws_1', 'fc_1'])('goes on being sent by its id when %s is gone', (id) => {
    const error = refused(`Item with id '${id}' not found.`, 404)
    const { changed, loss, messages } = repair(history, { format: 'ai-sdk', error })
    expect(changed).toBe(true)
    expect(loss).toBe('synthesised')
    const text = JSON.stringify(messages)
    expect(text).not.toMatch(/itemId|providerExecuted/)
    // I4: what was said and what the search gave back is there still.
    for (const said of ['So it is.', 'Hm.', 'Kept', 'rows']) expect(text).toContain(said)
    expect(messages[0]).toBe(user)
  })

  test('loses the ids of other packages with it', () => {
    const sealed = { type: 'reasoning', text: 'Hm.', providerOptions: { anthropic: { signature: 'abc' } } }
    const list = [user, { role: 'assistant', content: [sealed, answer] }, user]
    const error = refused("Item with id 'msg_1' not found.", 404)
    expect(repair(list, { format: 'ai-sdk', error }).messages[1]).toEqual({
      role: 'assistant',
      content: [sealed, { type: 'text', text: 'So it is.' }],
    })
  })

  test('is given up when it is another history that is gone', () => {
    const error = refused("Previous response with id 'resp_1' not found.", 404)
    expect(repair(history, { format: 'ai-sdk', error }).changed).toBe(false)
  })

  test('is sent twice under one id', () => {
    const list = [...history.slice(0, 2), user, { role: 'assistant', content: [reasoning, answer] }, user]
    const error = refused('Duplicate item found with id rs_1. Remove duplicate items from your input and try again.')
    const { loss, messages } = repair(list, { format: 'ai-sdk', error })
    expect(loss).toBe('none')
    expect(messages.slice(0, 3)).toEqual(list.slice(0, 3))
    expect(messages[3]).toEqual({
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Hm.' },
        { type: 'text', text: 'So it is.' },
      ],
    })
    // Whose package sends references, that one is known before it is refused; any other leaves the ids out.
    const ofPackage = (provider: string): unknown => repair(list, { format: 'ai-sdk', request: { provider } }).messages
    expect(ofPackage('azure.responses')).toEqual(messages)
    expect(ofPackage('openai.chat')).toBe(list)
  })

  test('is sent twice under one id of reasoning that looks plain', () => {
    const thinks = (text: string): object => ({ role: 'assistant', content: [reasoning, { type: 'text', text }] })
    const list = [user, thinks('a'), user, thinks('b'), user]
    const { messages } = repair(list, { format: 'ai-sdk', request: { provider: 'openai.responses' } })
    expect(messages[3]).toMatchObject({ content: [{ type: 'reasoning', text: 'Hm.' }, {}] })
  })
})

describe('reasoning that is sent as an item', () => {
  const request = { provider: 'openai.responses', model: 'gpt-5' }
  const said = { type: 'text', text: 'So it is.' }
  const again = { ...reasoning, text: 'Still.' }
  const speaks = (...content: object[]): object => ({ role: 'assistant', content })

  test.each([
    ['is sent before what a user says', [user, speaks(said, reasoning, again), user], [user, speaks(said), user]],
    [
      'is sent before a result',
      [user, speaks(read, reasoning), { role: 'tool', content: [readResult] }],
      [{}, speaks(read), {}],
    ],
    ['is sent alone', [user, speaks(reasoning), user, speaks(said), user], [user, user, speaks(said), user]],
    [
      'is sent at the end',
      [user, speaks(said), user, speaks(said, reasoning)],
      [user, speaks(said), user, speaks(said)],
    ],
  ])('%s', (_what, list, left) => {
    const { loss, messages } = repair(list, { format: 'ai-sdk', request })
    expect(loss).toBe('synthesised')
    expect(messages).toMatchObject(left)
    expect(messages).toHaveLength(left.length)
  })

  test.each([
    ['its item stands before the text', [user, speaks(reasoning, said, again), user]],
    ['the next message goes on', [user, speaks(reasoning), speaks(said), user]],
    ['no item is kept of it', [user, speaks(said, { type: 'reasoning', text: 'Hm.' }), user]],
  ])('is given up although %s', (_what, list) => {
    expect(repair(list, { format: 'ai-sdk', request }).messages).toBe(list)
  })

  test('of a chat that is shown stays behind its answer', () => {
    const shown = { id: 'b', role: 'assistant' }
    const parts = [said, { type: 'reasoning', text: 'Hm.', providerMetadata: { openai: { itemId: 'rs_1' } } }]
    const chat = [
      { id: 'a', role: 'user', parts: [said] },
      { ...shown, parts },
      { id: 'c', role: 'user', parts: [said] },
    ]
    expect(repair(chat, { format: 'ai-sdk', request }).messages[1]).toEqual({ ...shown, parts: [said] })
  })
})

describe('a tool that another provider ran', () => {
  const list = [user, { role: 'assistant', content: [search, found, { type: 'text', text: 'Found.' }] }, user]

  test.each([
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ws_1",
    "Invalid 'messages[1].tool_calls[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
  ])('is sent to Chat Completions as a call of the client after: %s', (sentence) => {
    const { loss, messages } = repair(list, { format: 'ai-sdk', error: refused(sentence) })
    expect(loss).toBe('synthesised')
    const [, assistant] = messages as { content: { type: string; text: string }[] }[]
    expect(assistant?.content.map(({ type }) => type)).toEqual(['text', 'text', 'text'])
    expect(assistant?.content[1]?.text).toContain('Kept')
    expect(assistant?.content[2]?.text).toBe('Found.')
  })

  test('is sent to the Chat Completions of OpenAI as a call of the client', () => {
    const request = { provider: 'openai.chat', model: 'gpt-4o' }
    expect(JSON.stringify(repair(list, { format: 'ai-sdk', request }).messages)).not.toContain('tool-call')
    expect(repair(list, { format: 'ai-sdk', request: { ...request, model: 'grok-4' } }).messages).toBe(list)
  })

  test('is taken from a conversation of UI messages by half', () => {
    const part = { type: 'tool-web_search', toolCallId: 'ws_1', input: {}, providerExecuted: true }
    const parts = [{ ...part, state: 'output-available', output: { title: 'Kept' } }]
    const chat = [{ id: 'a', role: 'assistant', parts }]
    const error = refused("Item with id 'ws_1' not found.", 404)
    const [message] = repair(chat, { format: 'ai-sdk', error }).messages as {
      parts: { type: string; text: string }[]
    }[]
    expect(message?.parts.map(({ type }) => type)).toEqual(['text', 'text'])
    expect(message?.parts[1]?.text).toContain('Kept')
  })
})

test('a result that is missing between two steps is put behind the second', () => {
  const second = { role: 'assistant', content: 'Read.' }
  const list = [user, { role: 'assistant', content: [read] }, second, user]
  const { messages } = repair(list, { format: 'ai-sdk' })
  expect(messages.map((message) => (message as { role: string }).role)).toEqual([
    'user',
    'assistant',
    'tool',
    'assistant',
    'user',
  ])
  expect(messages[3]).toBe(second)
})

test.each<[part: Record<string, unknown>, seal: string | undefined]>([
  [{ providerOptions: { anthropic: { signature: 'a' } } }, 'a'],
  [{ providerMetadata: { anthropic: { signature: 'b' } } }, 'b'],
  [{ providerMetadata: { odd: null, google: { thoughtSignature: 'c' } } }, 'c'],
  [{ providerOptions: { openai: { itemId: 7 } } }, undefined],
  [{ providerMetadata: 'd' }, undefined],
  [{}, undefined],
])('the reasoning of %j is sealed otherwise', (part, seal) => {
  expect(reasoningSeal(part)).toBe(seal)
})

test('what another package has told of a part goes with the id of its item, or under another name', () => {
  const left = { google: { thoughtSignature: 'c' }, odd: 'kept' }
  const part = { type: 'text', providerOptions: { openai: { itemId: 'msg_1' }, ...left } }
  expect(withoutItemId(part)).toEqual({ type: 'text', providerOptions: left })
  expect(withoutItemId({ type: 'text', providerOptions: { openai: { itemId: 'msg_1' } } })).toEqual({ type: 'text' })
})

describe('parts that stand for items of OpenAI', () => {
  const request = { provider: 'openai.responses', model: 'gpt-5' }
  const speaks = (...content: object[]): object => ({ role: 'assistant', content })
  const called = { ...read, ...ofItem('fc_1') }
  const results = { role: 'tool', content: [readResult] }
  const unled = refused(
    "Item 'fc_1' of type 'function_call' was provided without its required 'reasoning' item: 'rs_9'.",
  )

  test.each([
    ['first', [speaks(called), results, user, speaks(answer), user]],
    ['last', [user, speaks(reasoning, answer), user, speaks(called), results]],
  ])('are refused for ever without their reasoning, or one for each request (%s)', (place, list) => {
    const { loss, messages } = repair(list, { format: 'ai-sdk', request, error: unled })
    expect(loss).toBe('none')
    const text = JSON.stringify(messages)
    expect(text).not.toContain('fc_1')
    for (const said of ['So it is.', 'rows', 'call_1']) expect(text).toContain(said)
    expect(text.includes('msg_1')).toBe(place === 'last')
  })

  test('with reasoning that stays lose their ids, or those before the refused one do', () => {
    const list = [
      user,
      speaks(answer),
      user,
      speaks(called),
      results,
      speaks({ ...reasoning }, { ...answer, ...ofItem('msg_2') }),
    ]
    const { messages } = repair(list, { format: 'ai-sdk', request, error: unled })
    expect(messages[1]).toBe(list[1])
    expect(messages[5]).toBe(list[5])
    expect(messages[3]).toEqual(speaks(read))
  })

  test('of a search whose reasoning is gone keep a reference', () => {
    const error = refused(
      "Item 'ws_1' of type 'web_search_call' was provided without its required 'reasoning' item: 'rs_9'.",
    )
    const { loss, messages } = repair([user, speaks(search, found, answer), user], { format: 'ai-sdk', request, error })
    expect(loss).toBe('synthesised')
    expect(JSON.stringify(messages)).not.toContain('ws_1')
    expect(JSON.stringify(messages)).toContain('Kept')
  })

  test('of a chat keep theirs where another step has reasoning', () => {
    const shown = { id: 'b', role: 'assistant' }
    const told = ({ providerOptions, ...part }: typeof answer & { providerOptions?: object }): object => ({
      ...part,
      providerMetadata: providerOptions,
    })
    const tool = { type: 'tool-read', toolCallId: 'call_1', state: 'output-available', input: {}, output: 'rows' }
    const step = { type: 'step-start' }
    const chat = (...parts: object[]): object[] => [
      { id: 'a', role: 'user', parts: [{ type: 'text', text: 'Go.' }] },
      { ...shown, parts },
    ]
    const list = chat(step, told(reasoning), told(answer), step, {
      ...tool,
      callProviderMetadata: { openai: { itemId: 'fc_1' } },
    })
    expect(repair(list, { format: 'ai-sdk', request, error: unled }).messages[1]).toEqual({
      ...shown,
      parts: [step, told(reasoning), told(answer), step, tool],
    })
  })

  test('keep ids that lead to nothing when their reasoning is given up', () => {
    const sealed = {
      ...reasoning,
      providerOptions: { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'gAAAAAB' } },
    }
    const error = refused('The encrypted content for item rs_1 could not be verified.')
    const list = [user, speaks(sealed, answer, called), results, user]
    const { messages } = repair(list, { format: 'ai-sdk', request, error })
    expect(messages[1]).toEqual(speaks({ type: 'text', text: 'So it is.' }, read))
  })

  test.each([
    ["Invalid 'input[1].id': 'item_1'. Expected an ID that begins with 'fc'.", ['item_1', 'item_2']],
    [
      "Invalid 'input[1].id': string too long. Expected a string with maximum length 10, but got a string with length 12 instead.",
      ['fc_123456789', 'fc_123456780'],
    ],
  ])('have ids of another form, and one is told at a time: %s', (sentence, [first, second]) => {
    const again = { ...read, toolCallId: 'call_2', ...ofItem(second!) }
    const list = [
      user,
      speaks(answer, { ...read, ...ofItem(first!) }),
      results,
      speaks(again, { ...called, toolCallId: 'call_3' }),
      { role: 'tool', content: ['call_2', 'call_3'].map((toolCallId) => ({ ...readResult, toolCallId })) },
    ]
    const { loss, messages } = repair(list, { format: 'ai-sdk', request, error: refused(sentence) })
    expect(loss).toBe('none')
    expect(messages[1]).toEqual(speaks(answer, read))
    expect(messages[3]).toEqual(speaks({ ...read, toolCallId: 'call_2' }, { ...called, toolCallId: 'call_3' }))
  })

  test.each([
    ['400 ', unled.message],
    ['AI_APICallError: ', unled.message],
    ['Bad Request ', JSON.stringify({ error: { message: unled.message } })],
    ['', unled.message.replaceAll("'", '"')],
  ])('are refused for ever where the sentence stands behind other words, or in other quotes: %s%s', (before, words) => {
    const error = refused(`${before}${words}`)
    const { messages } = repair([user, speaks(called), results], { format: 'ai-sdk', request, error })
    expect(messages).toEqual([user, speaks(read), results])
  })

  const ran = { type: 'tool-call', toolCallId: 'mcpr_1', toolName: 'mcp.list', input: {}, providerExecuted: true }
  const given = { ...readResult, toolCallId: 'mcpr_1', toolName: 'mcp.list', ...ofItem('mcp_1') }
  const ranBefore = [user, speaks({ ...ran, ...ofItem('mcp_1') }, given, { type: 'text', text: 'Listed.' }), user]

  test('of a tool of the provider are refused for ever where only the result has the id', () => {
    const error = refused("Item 'mcp_1' of type 'mcp_call' was provided without its required 'reasoning' item: 'rs_9'.")
    const { messages } = repair([user, speaks(ran, given, answer), user], { format: 'ai-sdk', request, error })
    expect(JSON.stringify(messages)).not.toContain('mcp_1')
    expect(JSON.stringify(messages)).toContain('rows')
  })

  test.each([
    "Invalid 'input[4].id': 'item_1'. Expected an ID that begins with 'fc'.",
    'No tool output found for function call call_9.',
    'No tool call found for function call output with call_id call_9.',
  ])('of a tool of the provider become text for a call of the client: %s', (sentence) => {
    const list = [...ranBefore, speaks({ ...read, ...ofItem('item_1') }), results]
    const { loss, messages } = repair(list, { format: 'ai-sdk', request, error: refused(sentence) })
    expect(messages).toEqual([...ranBefore, speaks(read), results])
    expect(loss).toBe('none')
  })

  test('of tools of the provider become text for one whose id is of another form', () => {
    const odd = [
      { ...ran, toolName: 'mcp.read', toolCallId: 'mcpr_2', ...ofItem('item_2') },
      { ...given, toolName: 'mcp.read', toolCallId: 'mcpr_2', ...ofItem('item_2') },
    ]
    const error = refused("Invalid 'input[4].id': 'item_2'. Expected an ID that begins with 'mcp'.")
    const toolName = 'programs'
    const program = ranBefore.with(1, speaks({ ...ran, toolName, ...ofItem('pr_1') }, { ...given, toolName }, answer))
    const { messages } = repair([...program, speaks(...odd, answer), user], { format: 'ai-sdk', request, error })
    expect(messages.slice(0, 3)).toEqual(program)
    expect(JSON.stringify(messages[3])).not.toContain('item_2')
  })

  test('have letters in their ids that there may not be', () => {
    const error = refused(
      "Invalid 'input[1].id': 'fc 1'. Expected an ID that contains letters, numbers, underscores, or dashes, but this value contained additional characters.",
    )
    const list = [user, speaks({ ...read, ...ofItem('fc 1') }), results]
    const { messages } = repair(list, { format: 'ai-sdk', request, error })
    expect(messages).toEqual([user, speaks(read), results])
  })

  test('of a tool of the provider lose what they are sent by when reasoning before them is given up', () => {
    const sealed = {
      ...reasoning,
      providerOptions: { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'gAAAAAB' } },
    }
    const error = refused('The encrypted content for item rs_1 could not be verified.')
    const kept = { ...ran, ...ofItem('mcp_1') }
    const { messages } = repair([user, speaks(sealed, kept, given, answer), user], {
      format: 'ai-sdk',
      request,
      error,
    })
    expect(messages[1]).toEqual(speaks(kept, given, { type: 'text', text: 'So it is.' }))
  })

  test('of sealed reasoning have no id, and each of them takes a request', () => {
    const sealed = {
      type: 'reasoning',
      text: 'Hm.',
      providerOptions: { openai: { reasoningEncryptedContent: 'gAAAAAB' } },
    }
    const list = [user, speaks(sealed, answer), user, speaks(sealed, answer), user]
    const error = refused("Missing required parameter: 'input[1].id'.")
    const { loss, messages } = repair(list, { format: 'ai-sdk', request, error })
    expect(loss).toBe('synthesised')
    const said = speaks({ type: 'text', text: 'So it is.' })
    expect(messages).toEqual([user, said, user, said, user])
    // What others have sealed its package does not send.
    const foreign = { type: 'reasoning', text: 'Hm.', providerOptions: { anthropic: { signature: 'abc' } } }
    const mixed = [user, speaks(foreign, answer), user, speaks(sealed, answer), user]
    expect(repair(mixed, { format: 'ai-sdk', request, error }).messages[1]).toBe(mixed[1])
  })

  test.each([
    'No tool call found for function call output with call_id call_1.',
    'No tool output found for function call call_9.',
  ])('stand for a call under another id than its result: %s', (sentence) => {
    const list = [user, speaks(called), results, user]
    const { messages } = repair(list, { format: 'ai-sdk', request, error: refused(sentence) })
    expect(messages).toEqual([user, speaks(read), results, user])
  })
})

test('a call is given up that stands where another list has one without its namespace', () => {
  const error = refused("400 Missing required parameter: 'input[3].namespace'.", 400)
  expect(repair(history, { format: 'ai-sdk', error }).messages).toBe(history)
})
