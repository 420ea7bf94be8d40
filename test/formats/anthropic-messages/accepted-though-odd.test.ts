import { describe, expect, test } from 'vitest'
import { anthropicMessages, createLinter } from '../../../src/linter.ts'
import { anthropicRules } from '../../../src/formats/anthropic-messages/rules.ts'
import type { RepairOptions } from '../../../src/repair/repair-options.ts'
import { repair } from '../../../src/repair/repair.ts'

const on = (model: string): RepairOptions => ({ format: 'anthropic-messages', request: { model, max_tokens: 9 } })
const user = { role: 'user', content: 'a' }
const reply = { role: 'assistant', content: 'x' }
const directive = { role: 'system', content: [], output_config: { effort: 'low' } }

describe('what a system message says of the turn', () => {
  test.each([
    ['a directive in front', [directive, user]],
    ['a directive in the middle', [user, reply, directive, user]],
    ['a directive before the user speaks again', [user, directive, user]],
    ['a directive without content', [user, { role: 'system', output_config: { effort: 'high' } }]],
    ['two directives at the end', [user, directive, directive]],
    ['text with a directive', [user, { ...directive, content: 'Be brief.' }, reply, user]],
    ['text for this turn', [user, { role: 'system', content: 'Be brief.', clear_at: 'next_user_message' }]],
  ])('goes: %s', (_what, messages) => {
    expect(repair(messages, on('claude-sonnet-5')).messages).toBe(messages)
  })

  test('stays when it is refused after all', () => {
    const message = 'messages.1.output_config: Extra inputs are not permitted'
    const messages = [user, { ...directive, content: 'Be brief.' }, reply, directive, user]
    const error = { status: 400, error: { type: 'error', error: { type: 'invalid_request_error', message } } }
    expect(repair(messages, { ...on('claude-sonnet-5'), error }).messages).toEqual([
      user,
      { role: 'system', content: 'Be brief.' },
      reply,
      user,
    ])
  })

  test.each([
    ['of a user’s message', 'claude-sonnet-5', [{ ...user, output_config: { effort: 'low' } }], [user]],
    [
      'that nobody knows',
      'claude-sonnet-5',
      [user, { role: 'system', content: 's', id: 1 }],
      [user, { role: 'system', content: 's' }],
    ],
    ['beside null', 'claude-sonnet-5', [user, { ...directive, content: null }], [user]],
    ['before system messages were taken', 'claude-sonnet-4-5', [user, directive, reply, user], [user, reply, user]],
  ])('stays: a field %s', (_what, model, messages, repaired) => {
    expect(repair(messages, on(model)).messages).toEqual(repaired)
  })
})

describe('a request that continues a thread', () => {
  const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'ok' }] }
  const use = { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'look', input: {} }] }
  const thread = { type: 'continue', previous_message_id: 'msg_1' }
  const continuing = { model: 'claude-sonnet-5', max_tokens: 9, thread }

  test.each([
    ['a result alone', [result]],
    ['a result and a word', [result, user]],
    ['nothing', []],
    ['instructions alone', [{ role: 'system', content: 'Be brief.' }]],
    ['an answer first', [reply, user]],
    ['a call and its result', [use, result]],
  ])('is not healthy with %s', (_what, messages) => {
    for (const mend of [repair, createLinter({ formats: [anthropicMessages] }).repair]) {
      const found = mend(messages, { format: 'anthropic-messages', request: continuing })
      expect([found.messages, found.request, found.remaining]).toEqual([messages, undefined, []])
    }
  })

  test.each([
    ['claude-sonnet-5', [user, { role: 'system', content: 'Be brief.' }]],
    [
      'claude-opus-4-6',
      [{ role: 'user', content: [{ type: 'text', text: expect.stringContaining('Be brief.') }] }, user],
    ],
  ])('gives a thread on %s instructions where it cannot take them', (model, messages) => {
    const request = { ...continuing, model }
    const repaired = repair([{ role: 'system', content: 'Be brief.' }, user], { format: 'anthropic-messages', request })
    expect([repaired.messages, repaired.request]).toEqual([messages, undefined])
  })

  test('passes with a call in it that nobody answers', () => {
    const { messages } = repair([use, user], { format: 'anthropic-messages', request: continuing })
    expect(JSON.stringify(messages)).toContain('"tool_use_id":"toolu_1"')
  })

  test('is one that begins a thread, too', () => {
    const { changed } = repair([result], {
      format: 'anthropic-messages',
      request: { ...continuing, thread: { type: 'create' } },
    })
    expect(changed).toBe(true)
  })
})

test.each([
  ['claude-sonnet-4-5', 100],
  ['claude-opus-4-5-20251101', 100],
  ['claude-3-5-haiku-20241022', 100],
  ['claude-opus-4-6', 600],
  ['claude-sonnet-5', 600],
  ['claude-of-tomorrow', 600],
])('%s takes another number of images than %d', (model, maxCount) => {
  expect(anthropicRules({ model, max_tokens: 9 }).media.maxCount).toBe(maxCount)
})

test.each(['claude-opus-5', 'claude-sonnet-5', 'claude-fable-5', 'claude-opus-5-5', 'claude-haiku-5-5'])(
  '%s thinks where it is not asked to, and loses thinking that stands behind a search',
  (model) => {
    const id = 'srvtoolu_1'
    const messages = [
      user,
      {
        role: 'assistant',
        content: [
          { type: 'server_tool_use', id, name: 'web_search', input: { query: 'x' } },
          { type: 'web_search_tool_result', tool_use_id: id, content: [] },
          { type: 'thinking', thinking: 'Nothing.', signature: 'EqQB'.repeat(30) },
          { type: 'text', text: 'Nothing was found.' },
        ],
      },
      user,
    ]
    expect(repair(messages, on(model)).messages).toBe(messages)
  },
)

describe('a picture of several megabytes', () => {
  const picture = (length: number): object => {
    const data = `iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAf${'A'.repeat(length)}`.slice(0, length)
    return { role: 'user', content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }] }
  }
  const [allowed, former] = [10_485_760, 5_242_880]

  test('is told to be too large, or is sent though it is', () => {
    const told = (length: number): unknown[] =>
      repair([picture(length)], on('claude-opus-5')).faults.map(({ type }) => type)
    expect(told(allowed)).toEqual([])
    expect(told(allowed + 4)).toEqual(['media_limit_exceeded'])
  })

  test('goes with those that are not, where less is allowed', () => {
    const [small, large] = [picture(former), picture(former + 4)]
    const message = `image exceeds 5 MB maximum: ${former + 4} bytes > ${former} bytes`
    const error = { status: 400, error: { type: 'error', error: { type: 'invalid_request_error', message } } }
    const { messages } = repair([small, reply, large], { ...on('claude-opus-5'), allow: 'lossy', error })
    expect(messages[0]).toBe(small)
    expect(messages[2]).toMatchObject({ content: [{ type: 'text' }] })
  })
})

describe('blank text in the result of a tool', () => {
  const call = { type: 'tool_use', id: 'toolu_1', name: 'read', input: {} }
  const withResult = (...texts: string[]): object[] => [
    user,
    { role: 'assistant', content: [call] },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'toolu_1', content: texts.map((text) => ({ type: 'text', text })) },
      ],
    },
  ]
  const message = 'messages: text content blocks must contain non-whitespace text'
  const error = { status: 400, error: { type: 'error', error: { type: 'invalid_request_error', message } } }

  test.each([[[' ']], [['\n', 'y']], [['x', ' ', 'y', '\t']]])('goes where no refusal tells of it: %j', (texts) => {
    const messages = withResult(...texts)
    expect(repair(messages, on('claude-opus-5')).messages).toBe(messages)
  })

  test('stays when it is refused after all', () => {
    const { messages } = repair(withResult('x', ' ', 'y', '\t'), { ...on('claude-opus-5'), error })
    expect(messages).toEqual(withResult('x', 'y'))
  })

  test('stays where it is empty, which is refused', () => {
    expect(repair(withResult('', 'y'), on('claude-opus-5')).messages).toEqual(withResult('y'))
  })
})

test('a part of a result is written anew for a field that JSON leaves out', () => {
  const content = [{ type: 'text', text: 'x', id: undefined }]
  const messages = [
    user,
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'read', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content }] },
  ]
  expect(repair(messages, on('claude-opus-5')).messages).toBe(messages)
  content[0]!.id = 'a' as never
  expect(repair(messages, on('claude-opus-5')).messages).not.toBe(messages)
})
