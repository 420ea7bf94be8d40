import { expect, test } from 'vitest'
import { call, item, message, numbered, openLines, output, type Entry } from './rollout.ts'

const words =
  '{"error":{"message":"The encrypted content for item rs_1 could not be verified. Reason: Encrypted content could not be decrypted or parsed.","type":"invalid_request_error","param":null,"code":"invalid_encrypted_content"}}'

/** The end of a turn as 0.169 writes it. */
const ended = (says?: string): Entry => [
  'event_msg',
  {
    type: 'task_complete',
    turn_id: 't',
    last_agent_message: null,
    ...(says !== undefined && { error: { message: says } }),
  },
]

/** Lines 2 to 6, behind the header. */
const turn: readonly Entry[] = [
  message('user', 'go'),
  item({ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAA' }),
  call('c1'),
  output('c1'),
  message('user', 'go on'),
]

const refusalOf = async (...lines: readonly Entry[]): Promise<unknown> =>
  (await openLines(numbered([...turn, ...lines]))).lastRefusal

test('an error at the end is not read', async () => {
  const atMs = Date.parse('2026-11-22T02:28:36.116Z')
  expect(await refusalOf(ended(words))).toEqual({ says: words, record: { line: 7 }, atMs })
})

test('an error of the very first prompt is not read', async () => {
  const { lastRefusal } = await openLines(numbered([message('user', 'go'), ended(words)]))
  expect(lastRefusal).toMatchObject({ record: { line: 3 } })
})

test('of two errors the older one counts, or an overload behind them hides both', async () => {
  const more = [ended(words), message('user', 'again'), ended(words), ended('Server is overloaded'), ended()]
  expect(await refusalOf(...more)).toMatchObject({ record: { line: 9 } })
})

test.each([
  ['an answer behind it', [ended(words), message('assistant', 'Done.')]],
  ['a call behind it', [ended(words), call('c2')]],
  ['a quotation in a prompt', [message('user', words)]],
  ['a quotation in a result', [call('c2'), output('c2', words)]],
  ['an overload', [ended('Server is overloaded')]],
] satisfies [string, Entry[]][])('an error counts in spite of %s, or because of it', async (_what, lines) => {
  expect(await refusalOf(...lines)).toBeUndefined()
})
