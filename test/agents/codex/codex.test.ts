import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { AgentSession } from '../../../src/agents/agent.ts'
import { codex } from '../../../src/agents/codex/codex.ts'
import { undo } from '../../../src/files/undo.ts'
import { applyEdits } from '../../../src/transcript/apply-edits.ts'
import type { Edit } from '../../../src/transcript/edit.ts'
import { tempFolder } from '../../files/temp-folder.ts'

type Line = Record<string, unknown>
const timestamp = '2026-11-21T08:00:00.000Z'
const id = '019aa0b1-0000-7000-8000-000000000001'
const shared = { because: [], loss: 'none' } as const

const line = (type: string, payload: Line): Line => ({ timestamp, type, payload })
const meta = (version = '0.169.0'): Line => line('session_meta', { id, cwd: '/w', cli_version: version })
const prompt = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] }
const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAA' }
const call = { type: 'function_call', id: 'fc_1', name: 'exec_command', arguments: '{}', call_id: 'call_1' }
const output = { type: 'function_call_output', id: 'fco_1', call_id: 'call_1', output: 'done' }
const items = [prompt, reasoning, call, output]

function healthyLines(): Line[] {
  const [first, ...rest] = items.map((item) => line('response_item', item))
  return [
    meta(),
    line('turn_context', { model: 'gpt-6' }),
    first!,
    line('event_msg', { type: 'task_started' }),
    ...rest,
    line('event_msg', { type: 'task_complete' }),
  ]
}

const toBytes = (lines: readonly Line[]): Buffer =>
  Buffer.from(lines.map((each) => `${JSON.stringify(each)}\n`).join(''))

async function store(
  content: readonly Line[] | Buffer,
): Promise<{ path: string; home: string; session: AgentSession }> {
  const home = tempFolder()
  const folder = join(home, '.codex', 'sessions', '2026', '11', '21')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `rollout-2026-11-21T08-00-00-${id}.jsonl`)
  writeFileSync(path, Buffer.isBuffer(content) ? content : toBytes(content as Line[]))
  const ref = (await codex.recognise(path)) ?? { agent: 'codex', id, path, sizeBytes: 0, modifiedMs: 0 }
  return { path, home, session: await codex.open(ref) }
}

async function written(session: AgentSession, edits: readonly Edit[]): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  await session.plan(edits).writeTo!(async (bytes) => void chunks.push(Buffer.from(bytes)))
  return Buffer.concat(chunks)
}

const edits: Edit[] = [
  { op: 'insert', index: 0, after: { type: 'message', role: 'developer', content: [] }, ...shared },
  { op: 'insert', index: 1, after: { ...reasoning, id: 'rs_0' }, ...shared },
  { op: 'replace', index: 1, before: reasoning, after: { ...reasoning, encrypted_content: null }, ...shared },
  { op: 'remove', index: 2, before: call, ...shared },
  { op: 'insert', index: 3, after: { ...call, id: 'fc_9' }, ...shared },
  { op: 'insert', index: 4, after: { ...output, output: 'late' }, ...shared },
]

test('a healthy rollout shows findings or is changed', async () => {
  const { session } = await store(healthyLines())
  expect(session).toMatchObject({
    format: 'openai-responses',
    messages: items,
    findings: [],
    known: true,
    hostVersion: '0.169.0',
    request: { model: 'gpt-6' },
  })
  expect(session.plan([]).changes).toEqual([])
  expect(await written(session, [])).toEqual(toBytes(healthyLines()))
  expect(session.locate({ messageIndex: 2 })).toEqual([{ line: 6, id: 'fc_1' }])
})

test('the written rollout reads differently than planned, or another line is touched', async () => {
  const { session } = await store(healthyLines())
  const bytes = await written(session, edits)
  const again = (await store(bytes)).session
  expect(again.messages).toEqual(applyEdits(items, edits))
  expect(again.findings).toEqual([])
  const lines = bytes.toString().split('\n')
  expect(lines.at(-2)).toContain('late')
  for (const kept of healthyLines().filter(({ payload }) => payload !== reasoning && payload !== call))
    expect(lines).toContain(JSON.stringify(kept))
})

test('items before a compaction are sent, or those inside it cannot be repaired', async () => {
  const { session } = await store([
    meta(),
    line('response_item', { ...prompt, role: 'assistant' }),
    line('compacted', { message: 's', replacement_history: items }),
    line('response_item', prompt),
  ])
  expect(session.messages).toEqual([...items, prompt])
  const again = (await store(await written(session, edits))).session
  expect(again.messages).toEqual(applyEdits([...items, prompt], edits))
  expect(session.known).toBe(true)
})

test('a compaction without history, a rollback or an unknown version is written to', async () => {
  for (const strange of [
    line('compacted', { message: 's' }),
    line('event_msg', { type: 'thread_rolled_back', num_turns: 1 }),
  ]) {
    const { session } = await store([...healthyLines(), strange])
    expect(session).toMatchObject({ known: false, findings: [{ code: 'unsupported_record', line: 9 }] })
  }
  expect((await store([meta('0.500.0'), ...healthyLines().slice(1)])).session).toMatchObject({
    known: false,
    findings: [{ code: 'unknown_host_version' }],
  })
})

test('damage costs more than itself, or a missing header is not told', async () => {
  const bytes = toBytes(healthyLines())
  const torn = Buffer.concat([
    bytes.subarray(0, -30),
    Buffer.from('\n'),
    Buffer.alloc(5),
    bytes.subarray(bytes.indexOf('\n') + 1),
  ])
  const { session } = await store(torn)
  // The second copy of the file follows: what carries an id is the same line.
  expect(session.messages).toEqual([...items, prompt])
  expect(session.findings.map(({ code, detail }) => detail['reason'] ?? code)).toEqual([
    'torn',
    'nul_run',
    'glued_lines',
    ...items.slice(1).map(() => 'duplicate_record'),
  ])
  expect((await store(await written(session, []))).session.findings).toEqual([])
  expect((await store(healthyLines().slice(1))).session.findings).toMatchObject([
    { code: 'no_header' },
    { code: 'unknown_host_version' },
  ])
  expect((await store(Buffer.alloc(0))).session.findings).toMatchObject([
    { code: 'no_conversation' },
    { code: 'unknown_host_version' },
  ])
})

test.each([
  ['all', (): boolean => true, '\r\n'],
  ['half of them', (index: number): boolean => index % 2 === 0, '\n'],
  ['one', (index: number): boolean => index === 0, '\n'],
])('a new line ends otherwise than most lines do: %s with a return', async (_share, isReturned, ending) => {
  const lines = healthyLines().map((each, index) => `${JSON.stringify(each)}${isReturned(index) ? '\r\n' : '\n'}`)
  const { session } = await store(Buffer.from(lines.join('')))
  const after = { ...output, output: 'late' }
  const bytes = await written(session, [{ op: 'insert', index: 4, after, ...shared }])
  expect(bytes.toString().slice(lines.join('').length)).toBe(`${JSON.stringify(line('response_item', after))}${ending}`)
})

test('an item that is put into an empty rollout has no place', async () => {
  const { session } = await store([meta()])
  const edits: Edit[] = [{ op: 'insert', index: 0, after: prompt, ...shared }]
  expect(session.plan(edits).changes).toEqual([{ op: 'inserted', record: { line: 1 }, why: 'content' }])
  expect((await store(await written(session, edits))).session.messages).toEqual([prompt])
})

test('a rollout is not found, or CODEX_HOME is ignored', async () => {
  const { home, path } = await store(healthyLines())
  // A link that leads nowhere is no rollout.
  symlinkSync('/nonexistent', join(dirname(path), 'rollout-2.jsonl'))
  for (const [environment, expected] of [
    [{ home, env: {} }, [path]],
    [{ home: '/nonexistent', env: { CODEX_HOME: join(home, '.codex') } }, [path]],
    [{ home, env: { CODEX_HOME: '/nonexistent' } }, []],
  ] as const) {
    const found: string[] = []
    for await (const ref of codex.discover(environment)) found.push(ref.id === id ? ref.path : ref.id)
    expect(found).toEqual(expected)
  }
})

test('a rollout that is gone before it is read is a defect', async () => {
  const { session, path } = await store(healthyLines())
  await expect(codex.open({ ...session.ref, path: `${path}.gone` })).rejects.toMatchObject({ code: 'not_found' })
})

test('a repaired rollout cannot be undone', async () => {
  const { session, path, home } = await store(healthyLines())
  const options = { folder: join(home, 'backups'), liveness: false, reason: 'item_id_duplicate' } as const
  const { backupId } = await session.plan(edits).apply(options)
  expect(readFileSync(path)).toEqual(await written((await store(healthyLines())).session, edits))
  await undo(backupId, options)
  expect(readFileSync(path)).toEqual(toBytes(healthyLines()))
})
