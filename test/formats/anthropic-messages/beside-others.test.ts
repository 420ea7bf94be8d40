import { expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'

const user = (...content: unknown[]): unknown => ({ role: 'user', content })
const assistant = (...content: unknown[]): unknown => ({ role: 'assistant', content })
const said = { type: 'text', text: 'a' }
const code = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'code_execution', input: { code: 'read()' } }
const call = { type: 'tool_use', id: 'toolu_1', name: 'read', input: {} }
const caller = { type: 'code_execution_20250825', tool_id: 'srvtoolu_1' }
const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'out' }
const picture = { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } }
const repaired = (messages: readonly unknown[], request = {}): ReturnType<typeof repair> =>
  repair(messages as never, { format: 'anthropic-messages', request, allow: 'synthesised' })
const asked = (...answer: unknown[]): unknown[] => [user(said), assistant(code, { ...call, caller }), user(...answer)]

test.each([
  [
    [result, said],
    [result, said],
  ],
  [
    [said, result],
    [result, said],
  ],
  [[{ ...result, content: [picture] }], [{ ...result, content: [picture] }]],
])('code waits for a call whose results are not all that comes back: %j', (answer, ordered) => {
  const { loss, messages } = repaired(asked(...answer))
  expect(JSON.stringify(messages)).not.toContain('caller')
  expect(messages.at(-1)).toEqual(user(...ordered))
  expect(loss).toBe(answer.length === 1 ? 'none' : 'synthesised')
})

test('results alone give up that code has asked for them', () => {
  const messages = asked(result)
  expect(repaired(messages).messages).toBe(messages)
  const wordy = asked({ ...result, content: [said] })
  expect(repaired(wordy).messages).toBe(wordy)
  // A blank text goes, and is no reason.
  expect(repaired(asked(result, { type: 'text', text: ' ' })).messages).toEqual(asked(result))
})

test('a caller that is nowhere in the conversation stays', () => {
  const orphan = [user(said), assistant({ ...call, caller }), user(result)]
  expect(repaired(orphan)).toMatchObject({ loss: 'none', messages: [user(said), assistant(call), user(result)] })
  // It may be in what the server holds.
  const thread = { thread: { previous_message_id: 'msg_1' } }
  expect(repaired(orphan, thread).messages).toBe(orphan)
})

const page = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'b' } }
const hit = { type: 'search_result', source: 'c', title: 'd', content: [said] }
const cited = { citations: { enabled: true } }

test('some documents can be cited and others not, or some search results', () => {
  const messages = [
    user(page, hit, said),
    assistant(call),
    user({ ...result, content: [page, { ...hit, ...cited }] }),
    assistant(said),
    user({ ...page, ...cited }, said),
  ]
  expect(repaired(messages)).toMatchObject({
    loss: 'none',
    messages: [
      user({ ...page, ...cited }, { ...hit, ...cited }, said),
      assistant(call),
      user({
        ...result,
        content: [
          { ...page, ...cited },
          { ...hit, ...cited },
        ],
      }),
      assistant(said),
      user({ ...page, ...cited }, said),
    ],
  })
})

test('documents are cited because search results are, or because nothing is', () => {
  for (const own of [{}, { citations: { enabled: false } }]) {
    const messages = [user({ ...page, ...own }, { ...hit, ...cited }, said)]
    expect(repaired(messages).messages).toBe(messages)
  }
})
