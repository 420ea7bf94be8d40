import { expect, test } from 'vitest'
import { assistant, call, resultLine, store, text, thinking, user, type Line } from './transcript.ts'

const words =
  'API Error: 400 {"type":"error","error":{"type":"invalid_request_error","message":"messages.1.content.0: Invalid `signature` in `thinking` block"},"request_id":"req_011"}'

/** An error as 1.0.128 and 2.1.329 store it. */
const refusal = (uuid: string, parent: string, says = words): Line => {
  const line = assistant(uuid, parent, `own_${uuid}`, text(says), 0, { isApiErrorMessage: true })
  return { ...line, message: { ...(line['message'] as Line), model: '<synthetic>' } }
}

/** Line 4 is the last one. */
const turn: readonly Line[] = [
  user('u1', null, 'go'),
  assistant('a1', 'u1', 'msg_1', thinking('hm'), 0),
  assistant('a2', 'a1', 'msg_1', call('toolu_1'), 1),
  resultLine('r1', 'a2', 'toolu_1'),
]

const refusalOf = async (lines: readonly Line[]): Promise<unknown> => (await store(lines)).session.lastRefusal

test('an error at the end is not read', async () => {
  expect(await refusalOf([...turn, refusal('e1', 'r1')])).toEqual({
    says: words,
    record: { line: 5, id: 'e1' },
    atMs: Date.parse('2026-11-21T08:00:01.000Z'),
  })
})

test('an error of the very first prompt is not read', async () => {
  expect(await refusalOf([user('u1', null, 'go'), refusal('e1', 'u1')])).toMatchObject({ record: { line: 2 } })
})

test('an error is forgotten for a prompt behind it, or for a line of the program itself', async () => {
  const own = assistant('s1', 'u2', 'own_s1', text('No response requested.'), 0)
  const synthetic = { ...own, message: { ...(own['message'] as Line), model: '<synthetic>' } }
  const lines = [...turn, refusal('e1', 'r1'), user('u2', 'e1', 'go on'), synthetic]
  expect(await refusalOf(lines)).toMatchObject({ record: { id: 'e1' } })
})

test('an overload behind an error hides it', async () => {
  const lines = [
    ...turn,
    refusal('e1', 'r1'),
    user('u2', 'e1', 'go on'),
    refusal('e2', 'u2', 'API Error: 529 Overloaded'),
  ]
  expect(await refusalOf(lines)).toMatchObject({ record: { id: 'e1' } })
})

test('of two errors the older one counts', async () => {
  const lines = [...turn, refusal('e1', 'r1'), user('u2', 'e1', 'go on'), refusal('e2', 'u2')]
  expect(await refusalOf(lines)).toMatchObject({ record: { id: 'e2' } })
})

test.each([
  ['an answer behind it', [refusal('e1', 'r1'), assistant('c1', 'e1', 'msg_2', text('Done.'), 0)]],
  ['a quotation in a prompt', [user('u2', 'r1', words)]],
  ['a quotation in an answer', [assistant('c1', 'r1', 'msg_2', text(words), 0)]],
  ['an abandoned branch', [refusal('e1', 'a2'), user('u2', 'r1', 'once more')]],
  ['an overload', [refusal('e1', 'r1', 'API Error: 529 Overloaded')]],
])('an error counts in spite of %s, or because of it', async (_what, lines) => {
  expect(await refusalOf([...turn, ...lines])).toBeUndefined()
})
