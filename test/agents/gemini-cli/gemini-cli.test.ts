import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { AgentSession } from '../../../src/agents/agent.ts'
import { geminiCli } from '../../../src/agents/gemini-cli/gemini-cli.ts'
import { applyEdits } from '../../../src/transcript/apply-edits.ts'
import type { Edit } from '../../../src/transcript/edit.ts'
import { tempFolder } from '../../files/temp-folder.ts'
import { bytesOf } from '../bytes-of.ts'
import {
  answer,
  calling,
  closing,
  geminiLines,
  geminiPath,
  header,
  patch,
  projectHash,
  prompt,
  response,
  said,
  secondCopy,
  sessionId,
  spoken,
  toolCall,
} from '../subjects/gemini-subject.ts'
import { storeLines, toBytes, type Line } from '../subjects/store-lines.ts'

test('a chat of a sub-agent is not found, or has another parent or project', async () => {
  const home = tempFolder()
  const chats = join(home, '.gemini', 'tmp', 'project', 'chats')
  const paths = ['session-1.jsonl', 'session-1/agent.jsonl', 'session-1/notes.txt', 'deep/er/agent.jsonl']
  for (const name of paths) storeLines(join(chats, name), geminiLines)
  const found = []
  for await (const { id, path, parentId, project } of geminiCli.discover({ home, env: {} }))
    found.push([id, path, parentId, project])
  expect(found).toEqual([
    ['agent', join(chats, 'deep/er/agent.jsonl'), undefined, 'deep'],
    ['session-1', join(chats, 'session-1.jsonl'), undefined, 'project'],
    ['agent', join(chats, 'session-1/agent.jsonl'), 'session-1', 'project'],
  ])
})

const shared = { because: [], loss: 'none' } as const
const contents = [prompt, calling, answer, closing]

async function openLines(lines: readonly Line[], path = geminiPath(tempFolder())): Promise<AgentSession> {
  storeLines(path, lines)
  return geminiCli.open((await geminiCli.recognise(path))!)
}

async function reopen(session: AgentSession, edits: readonly Edit[] = []): Promise<AgentSession> {
  const lines = (await bytesOf(session, edits)).trim().split('\n')
  return openLines(lines.map((line): Line => JSON.parse(line)))
}

test('results that are stored twice are sent twice when the chat is resumed', async () => {
  const broken = [...geminiLines.slice(0, -1), secondCopy, patch, geminiLines.at(-1)!]
  const session = await openLines(broken)
  expect(session.findings).toEqual([{ code: 'stored_twice', severity: 'error', line: 7, detail: { id: 'u2' } }])
  expect(session.messages).toEqual(contents)
  expect(await bytesOf(session)).toBe(toBytes(broken.filter((line) => line !== secondCopy)).toString())
})

const snapshots: readonly (readonly [where: string, snapshot: (messages: readonly Line[]) => readonly Line[]])[] = [
  ['a patch of a resumed chat', (messages) => [header, { $set: { messages, lastUpdated: 'x' } }]],
  ['a header', (messages) => [{ ...header, messages, kind: 'main' }]],
]

test.each(snapshots)('the second copy inside %s stays', async (_where, snapshot) => {
  const inContent = said('m1', [{ text: 'Look.' }, { functionCall: toolCall('c1') }], { type: 'gemini' })
  const copies = [inContent, said('m1_response', [response('c1')]), secondCopy]
  const session = await openLines([...snapshot([said('u1', [{ text: 'hi' }]), ...copies]), patch])
  expect(session.findings.map(({ code }) => code)).toEqual(['stored_twice'])
  expect(await bytesOf(session)).toBe(
    toBytes([...snapshot([said('u1', [{ text: 'hi' }]), ...copies.slice(0, 2)]), patch]).toString(),
  )
})

test('results that differ, or equal ones of two calls without id, count as copies', async () => {
  for (const parts of [[response('c1', 'other')], [response('c1'), { text: 'and more' }]]) {
    const session = await openLines([...geminiLines.slice(0, -1), said('u2', parts)])
    expect(session.findings).toEqual([])
    expect(session.messages.at(-1)).toEqual({ role: 'user', parts })
  }
  const bare = { functionResponse: { name: 'ls', response: { output: 'a' } } }
  const calls = [{ functionCall: { name: 'ls', args: {} } }, { functionCall: { name: 'ls', args: {} } }]
  const session = await openLines([header, spoken('m1', calls), said('u2', [bare]), said('u3', [bare])])
  expect(session.findings).toEqual([])
})

test('a message is sent in an older version, or after it was rewound', async () => {
  const lines = [
    ...geminiLines,
    said('u3', 'dropped'),
    spoken('m3', 'dropped too'),
    { $rewindTo: 'u3' },
    said('u1', [{ text: 'edited' }]),
    said('i1', 'notice', { type: 'info' }),
    said('u4', '/help'),
    { strange: 'record', id: 7 },
  ]
  const session = await openLines(lines)
  expect(session.messages).toEqual([{ role: 'user', parts: [{ text: 'edited' }] }, calling, answer, closing])
  expect(await bytesOf(session)).toBe(toBytes(lines).toString())
  const cleared = await openLines([...geminiLines, { $rewindTo: 'unknown' }])
  expect(cleared.messages).toEqual([])
})

test('a lost header is not rebuilt, or one is made up', async () => {
  const path = geminiPath(tempFolder())
  const lines = [...geminiLines.slice(1), { $set: { sessionId } }, { $set: { sessionId: 'another-session' } }]
  const session = await openLines(lines, path)
  expect(session.known).toBe(true)
  const [first, ...rest] = (await bytesOf(session)).trim().split('\n')
  expect(JSON.parse(first!)).toMatchObject({ sessionId, projectHash })
  expect(rest).toEqual(lines.map((line) => JSON.stringify(line)))
  expect((await openLines(geminiLines.slice(1), path)).known).toBe(false)
  expect((await openLines([...geminiLines.slice(1), { $set: { sessionId: 'another-session' } }], path)).known).toBe(
    false,
  )
  const root = join(dirname(dirname(path)), '.project_root')
  writeFileSync(root, '/w\n')
  const edit: Edit = { op: 'insert', index: 0, after: other('before'), ...shared }
  const texts = (await bytesOf(await openLines(lines.slice(1), path), [edit])).trim().split('\n')
  expect(JSON.parse(texts[0]!)).toMatchObject({ projectHash })
  expect(JSON.parse(texts[1]!)).toMatchObject({ type: 'user', content: [{ text: 'before' }] })
  expect(texts.slice(2)).toEqual(lines.slice(1).map((line) => JSON.stringify(line)))
  rmSync(root)
  expect((await openLines(lines, path)).known).toBe(false)
})

const other = (text: string): Line => ({ role: 'user', parts: [{ text }] })
const plans: Readonly<Record<string, readonly Edit[]>> = {
  'a content between a call and its result': [{ op: 'insert', index: 2, after: other('between'), ...shared }],
  'a call without its result': [{ op: 'remove', index: 2, before: answer, ...shared }],
  'a result without its call': [{ op: 'remove', index: 1, before: calling, ...shared }],
  'a turn that is gone': [
    { op: 'remove', index: 1, before: calling, ...shared },
    { op: 'remove', index: 2, before: answer, ...shared },
  ],
  'a text without its call': [
    { op: 'replace', index: 1, before: calling, after: { role: 'model', parts: [{ text: 'Look.' }] }, ...shared },
    { op: 'remove', index: 2, before: answer, ...shared },
  ],
  'a call under a new id': [
    {
      op: 'replace',
      index: 1,
      before: calling,
      after: { role: 'model', parts: [{ functionCall: { id: 'c9', name: 'ls', args: {} } }] },
      ...shared,
    },
    { op: 'replace', index: 2, before: answer, after: { role: 'user', parts: [response('c9')] }, ...shared },
  ],
  'a signature beside a call': [
    {
      op: 'replace',
      index: 1,
      before: calling,
      after: { role: 'model', parts: [{ functionCall: { id: 'c1', name: 'ls', args: {} }, thoughtSignature: 'x' }] },
      ...shared,
    },
  ],
  'a result with a text behind it': [
    {
      op: 'replace',
      index: 2,
      before: answer,
      after: { role: 'user', parts: [response('c1'), { text: 'so' }] },
      ...shared,
    },
  ],
}

for (const [what, edits] of Object.entries(plans))
  test(`${what} cannot be stored`, async () => {
    const again = await reopen(await openLines(geminiLines), edits)
    expect(again.messages).toEqual(applyEdits(contents, edits))
    expect(again.findings).toEqual([])
    expect(again.plan([]).changes).toEqual([])
  })

test('an answer to an open call is stored apart from it', async () => {
  const open = geminiLines.map((line) => {
    return Array.isArray(line['toolCalls']) ? { ...line, toolCalls: [toolCall('c1')] } : line
  })
  const session = await openLines(open)
  expect(session.messages).toEqual([prompt, calling, closing])
  const again = await reopen(session, [{ op: 'insert', index: 2, after: answer, ...shared }])
  expect(again.messages).toEqual(contents)
  expect(again.locate({ messageIndex: 2 })).toEqual(again.locate({ messageIndex: 1 }))
})

test('a result that is stored is lost when another call of its message gets one', async () => {
  const called = [toolCall('c1', { result: [response('c1')] }), toolCall('c2'), toolCall('c3')]
  const session = await openLines([header, said('u1', 'hi'), spoken('m1', 'Look.', { toolCalls: called })])
  const edits: Edit[] = ['c2', 'c3'].map((id) => ({
    op: 'insert',
    index: 3,
    after: { role: 'user', parts: [response(id)] },
    ...shared,
  }))
  const again = await reopen(session, edits)
  const results = ['c1', 'c2', 'c3'].map((id) => response(id))
  expect(again.messages.slice(2)).toEqual([{ role: 'user', parts: results }])
})

test('of two messages at the end one is lost, or those behind a record that is taken apart', async () => {
  const called = spoken('m1', 'Look.', { toolCalls: [toolCall('c1', { result: [response('c1')] })] })
  const session = await openLines([header, said('u1', [{ text: 'the secret' }]), called])
  const edits: Edit[] = [
    {
      op: 'replace',
      index: 2,
      before: answer,
      after: { role: 'user', parts: [response('c1'), { text: 'so' }] },
      ...shared,
    },
    { op: 'insert', index: 3, after: other('one'), ...shared },
    { op: 'insert', index: 3, after: other('two'), ...shared },
  ]
  expect((await reopen(session, edits)).messages).toEqual(applyEdits(contents.slice(0, 3), edits))
})

test('a chat with returns gets a line without one, or another chat one with it', async () => {
  const edits: Edit[] = [{ op: 'insert', index: 4, after: other('more'), ...shared }]
  for (const [every, ending] of [
    [1, '}\r\n'],
    [2, '}\n'],
  ] as const) {
    const path = geminiPath(tempFolder())
    const lines = [...geminiLines, patch].map(
      (line, at) => `${JSON.stringify(line)}${at % every === 0 ? '\r\n' : '\n'}`,
    )
    writeFileSync(path, lines.join(''))
    const added = (await bytesOf(await geminiCli.open((await geminiCli.recognise(path))!), edits)).slice(
      lines.join('').length,
    )
    expect(added.replace(/^[^\r\n]*(?=\}[\r\n])/, '')).toBe(ending)
  }
})

test('a prompt behind an open call without an id is taken for its answer', async () => {
  const lines = [header, said('u1', 'hi'), spoken('m1', '', { toolCalls: [{ name: 'ls', args: {} }] })]
  const session = await openLines([...lines, spoken('m2', 'Done.')])
  const edits: Edit[] = [{ op: 'insert', index: 2, after: other('so?'), ...shared }]
  expect(session.plan(edits).changes).toMatchObject([{ op: 'inserted', record: { line: 4 } }])
  const written = (await bytesOf(session, edits)).split('\n')
  expect(written.slice(0, 3)).toEqual(lines.map((line) => JSON.stringify(line)))
  expect(JSON.parse(written[3]!)).toMatchObject({ type: 'user', content: [{ text: 'so?' }] })
})

test('thoughts are sent, or lost when the text beside them changes', async () => {
  const thought = { text: 'hm', thought: true }
  const session = await openLines([header, said('u1', 'hi'), spoken('m1', [thought, { text: 'a' }])])
  expect(session.messages[1]).toEqual({ role: 'model', parts: [{ text: 'a' }] })
  const after = { role: 'model', parts: [{ text: 'b' }] }
  const bytes = await bytesOf(session, [{ op: 'replace', index: 1, before: session.messages[1], after, ...shared }])
  expect(bytes).toContain(JSON.stringify([thought, { text: 'b' }]))
})
