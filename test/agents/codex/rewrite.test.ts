import { expect, test } from 'vitest'
import type { AgentSession } from '../../../src/agents/agent.ts'
import { planEdits } from '../../../src/doctor/repair/plan-edits.ts'
import { call, type Entry, item, type Line, message, numbered, openLines, output } from './rollout.ts'

const reasoning = (more: Line = {}): Entry =>
  item({ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAA', ...more })
const ran = (callId: string, text: string): Entry => [
  'event_msg',
  { type: 'item_completed', item: { type: 'CommandExecution', id: callId, aggregated_output: text, exit_code: 0 } },
]

/** The lines of the file after its repair; checks that nothing is left to repair. */
async function repaired(session: AgentSession, error?: string): Promise<Line[]> {
  const { edits } = planEdits(session, { allow: 'synthesised', ...(error !== undefined && { error }) })
  const chunks: Uint8Array[] = []
  await session.plan(edits).writeTo!(async (bytes) => void chunks.push(Buffer.from(bytes)))
  const lines = Buffer.concat(chunks).toString().trim().split('\n')
  const values = lines.map((line) => JSON.parse(line) as Line)
  const again = await openLines(values)
  expect(again.findings).toEqual([])
  expect(planEdits(again, { allow: 'lossy' }).edits).toEqual([])
  return values
}

const payloads = (lines: readonly Line[]): Line[] =>
  lines.filter(({ type }) => type === 'response_item').map(({ payload }) => payload as Line)
const ordinals = (lines: readonly Line[]): unknown[] => lines.map(({ ordinal }) => ordinal)
const ascending = (lines: readonly Line[]): number[] => lines.map((_, index) => index)

test.each([
  ['first', [call('a'), message('user', 'x'), call('b'), output('b'), message('user', 'y')]],
  ['middle', [message('user', 'x'), call('a'), message('user', 'y'), message('assistant', 'z')]],
  ['last', [message('user', 'x'), call('a')]],
  ['first and last', [call('a'), message('user', 'x'), call('b')]],
] as const)('a line that is inserted for the %s call has no number, or that of another line', async (_name, lines) => {
  const written = await repaired(await openLines(numbered(lines)))
  expect(written.length).toBeGreaterThan(lines.length + 1)
  expect(ordinals(written)).toEqual(ascending(written))
  expect(Object.keys(written.at(-1)!)).toEqual(['timestamp', 'ordinal', 'type', 'payload'])
})

test('a gap in the numbers is not used, so that lines behind it change', async () => {
  const lines = numbered([message('user', 'x'), call('a'), message('user', 'y')])
  lines[3] = { ...lines[3]!, ordinal: 9 }
  expect(ordinals(await repaired(await openLines(lines)))).toEqual([0, 1, 2, 3, 9])
})

test.each([
  ['missing', (lines: Line[]) => lines.map(({ ordinal, ...line }, at) => (at === 3 ? line : { ...line, ordinal }))],
  ['a fraction', (lines: Line[]) => lines.map((line, at) => (at === 3 ? { ...line, ordinal: 2.5 } : line))],
  ['there twice', (lines: Line[]) => lines.map((line, at) => (at === 3 ? { ...line, ordinal: 2 } : line))],
])('a number that is %s is not found, though Codex does not resume the thread', async (_name, damage) => {
  const session = await openLines(
    damage(numbered([message('user', 'x'), message('assistant', 'y'), message('user', 'z')])),
  )
  expect(session.findings).toMatchObject([{ code: 'broken_order', line: 4, severity: 'error' }])
  expect(ordinals(await repaired(session))).toEqual([0, 1, 2, 3])
})

test('a number that is there twice is told before the header that comes before it', async () => {
  const lines = numbered([message('user', 'x'), message('assistant', 'y')]).slice(1)
  const session = await openLines(lines.map((line) => ({ ...line, ordinal: 1 })))
  expect(session.findings.map(({ code, line }) => `${code} ${line}`)).toEqual([
    'no_header 1',
    'broken_order 2',
    'unknown_host_version undefined',
  ])
})

test('numbers are written into a rollout that has none', async () => {
  const lines = numbered([message('user', 'x'), call('a'), message('user', 'y')]).map((line) => ({
    ...line,
    ordinal: undefined,
  }))
  expect((await repaired(await openLines(lines))).every((line) => !('ordinal' in line))).toBe(true)
})

test('a text that the repair writes is no message for Codex, so that the next request lacks it', async () => {
  // An output without its call stays as the words of a message.
  const written = payloads(
    await repaired(await openLines(numbered([message('user', 'x'), output('lost', 'real text')]))),
  )
  const added = written.find((payload) => JSON.stringify(payload).includes('real text'))!
  expect(added).toMatchObject({ type: 'message', role: expect.any(String), content: [{ type: 'input_text' }] })
})

test('an item that differs from another one of its id is stripped of it, or lost', async () => {
  const lines = [
    message('user', 'x'),
    message('assistant', 'one', { id: 'msg_1' }),
    message('assistant', 'two', { id: 'msg_1' }),
  ]
  const written = payloads(await repaired(await openLines(numbered(lines))))
  expect(written.map((payload) => JSON.stringify(payload['content'])).join()).toMatch(/one.*two/)
  const [, first, second] = written.map((payload) => payload['id'])
  expect(first).toBe('msg_1')
  expect(second).toMatch(/^msg_[0-9a-f]{32}$/)
})

test('a real output that stands elsewhere in the rollout is replaced by a placeholder', async () => {
  const lines = [message('user', 'x'), call('a'), ran('a', 'the notes say 4711\n'), message('user', 'y')]
  const written = payloads(await repaired(await openLines(numbered(lines))))
  expect(written[2]).toMatchObject({
    type: 'function_call_output',
    call_id: 'a',
    output: 'Process exited with code 0\nOutput:\nthe notes say 4711\n',
  })
})

test.each([
  ['a call without its output', [message('user', 'x'), call('a')]],
  ['reasoning without its item', [message('user', 'x'), reasoning()]],
  ['reasoning in the middle without its item', [message('user', 'x'), reasoning(), message('user', 'y')]],
  [
    'reasoning without its content',
    [message('user', 'x'), reasoning({ encrypted_content: null }), message('assistant', 'y')],
  ],
] as const)('%s counts as healthy, and the next prompt is refused', async (_name, lines) => {
  const session = await openLines(numbered(lines))
  expect(planEdits(session, { allow: 'synthesised' }).faults).not.toEqual([])
  await repaired(session)
})

test('an answer that was torn is lost as far as it can be read', async () => {
  const lines = numbered([message('user', 'x'), message('assistant', 'It says 4711, and more words')])
  const last = JSON.stringify(lines.pop())
  const session = await openLines(lines, last.slice(0, last.indexOf(' words')))
  expect(JSON.stringify(session.messages)).toContain('It says 4711, and more')
  expect(JSON.stringify(await repaired(session))).toContain('It says 4711, and more')
})

test('half a call of a torn line is taken for a call', async () => {
  const lines = numbered([message('user', 'x'), call('a', { arguments: '{"cmd":"rm -rf build"}' })])
  const last = JSON.stringify(lines.pop())
  const session = await openLines(lines, last.slice(0, last.indexOf(' build')))
  expect(session.messages).toHaveLength(1)
  expect(await repaired(session)).toHaveLength(2)
})
