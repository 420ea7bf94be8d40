import { expect, test } from 'vitest'
import { storedOptions } from '../../../src/agents/stored-options.ts'
import { diagnose } from '../../../src/index.ts'
import {
  type Line,
  assistant,
  call,
  healthyLines,
  result,
  resultLine,
  store,
  text,
  thinking,
  toBytes,
  user,
} from './transcript.ts'

const healthyMessages = [
  { role: 'user', content: 'read the file' },
  { role: 'assistant', content: [thinking('let me see'), text('I read it.'), call('toolu_1')] },
  { role: 'user', content: [result('toolu_1')] },
  { role: 'assistant', content: [call('toolu_2'), call('toolu_3')] },
  { role: 'user', content: [result('toolu_2')] },
  { role: 'user', content: [result('toolu_3')] },
  { role: 'assistant', content: [text('Done.')] },
]

test('a healthy session shows findings, or a result beside the path is lost', async () => {
  const { session } = await store(healthyLines())
  expect(session.messages).toEqual(healthyMessages)
  expect(session).toMatchObject({
    findings: [],
    known: true,
    hostVersion: '2.1.329',
    request: { model: 'claude-opus-4-8' },
  })
})

test('a session over DeepSeek that did not think is broken', async () => {
  const lines = [
    user('u1', null, 'go'),
    assistant('a1', 'u1', 'msg_1', call('toolu_1'), 0),
    resultLine('r1', 'a1', 'toolu_1'),
    assistant('a2', 'r1', 'msg_2', text('Done.'), 0),
  ]
  for (const { message } of lines)
    if (Object(message).model) Object.assign(Object(message), { model: 'deepseek-v4-flash' })
  const { session } = await store(lines)
  expect(session.request).toEqual({ model: 'deepseek-v4-flash' })
  for (const purpose of ['stored', 'resumed'] as const)
    expect(diagnose(session.messages, storedOptions(session, purpose))).toEqual({ ok: true, faults: [] })
})

test('blocks of one API message that were written around a result split the message', async () => {
  const lines = [
    user('u1', null, 'go'),
    assistant('a1', 'u1', 'msg_1', call('toolu_1'), 0),
    resultLine('r1', 'a1', 'toolu_1'),
    assistant('a2', 'r1', 'msg_1', call('toolu_2'), 1),
    resultLine('r2', 'a2', 'toolu_2'),
  ]
  const { session } = await store(lines)
  expect(session.messages).toEqual([
    { role: 'user', content: 'go' },
    { role: 'assistant', content: [call('toolu_1'), call('toolu_2')] },
    { role: 'user', content: [result('toolu_1')] },
    { role: 'user', content: [result('toolu_2')] },
  ])
})

test('an abandoned branch, an error notice or a side chain is taken for the conversation', async () => {
  const { session } = await store([
    user('u1', null, 'first'),
    assistant('a1', 'u1', 'msg_1', text('one'), 0),
    assistant('x1', 'a1', 'msg_x', call('toolu_x'), 0),
    user('u2', 'a1', 'rewound'),
    assistant('a2', 'u2', 'msg_2', text('gone'), 0),
    user('s1', null, 'side', { isSidechain: true }),
    user('u3', 'a1', 'second try'),
    assistant('e1', 'u3', 'msg_e', text('API Error: 400'), 0, { isApiErrorMessage: true }),
    user('s2', 's1', 'side end', { isSidechain: true }),
  ])
  expect(session.messages.map((message) => (message as { content: unknown }).content)).toEqual([
    'first',
    [text('one')],
    'second try',
  ])
  expect(session.findings).toEqual([])
})

test('a result from an abandoned branch is sent beside the one that replaced it', async () => {
  const { session } = await store([
    user('u1', null, 'go'),
    assistant('a1', 'u1', 'msg_1', call('toolu_1'), 0),
    user('r0', 'a1', [result('toolu_1', 'abandoned')]),
    resultLine('r1', 'a1', 'toolu_1'),
    assistant('c1', 'r1', 'msg_2', text('done'), 0),
  ])
  expect(session.messages[2]).toEqual({ role: 'user', content: [result('toolu_1')] })
  expect(session.messages).toHaveLength(4)
})

test('a parallel call beside the path is lost when its line says something too', async () => {
  const lines = healthyLines()
  const both = [text('And that.'), call('toolu_3')]
  const beside = lines.map((line) =>
    line['uuid'] === 'b2' ? { ...line, message: { ...(line['message'] as object), content: both } } : line,
  )
  // The answer hangs on the other result, so that the path passes the first call alone.
  const { session } = await store(beside.map((line) => (line['uuid'] === 'c1' ? { ...line, parentUuid: 'r2' } : line)))
  expect(session.messages.slice(3, 6)).toEqual([
    { role: 'assistant', content: [call('toolu_2'), ...both] },
    { role: 'user', content: [result('toolu_3')] },
    { role: 'user', content: [result('toolu_2')] },
  ])
})

test('a parallel call that two lines beside the path hold is sent twice, or one that the path holds once more', async () => {
  const beside = (uuid: string, id: string): Line => assistant(uuid, 'a1', 'msg_1', call(id), 1)
  const { session } = await store([
    user('u1', null, 'go'),
    assistant('a1', 'u1', 'msg_1', call('toolu_1'), 0),
    beside('b1', 'toolu_2'),
    beside('b2', 'toolu_2'),
    beside('b3', 'toolu_1'),
    resultLine('r1', 'a1', 'toolu_1'),
    assistant('c1', 'r1', 'msg_2', text('done'), 0),
  ])
  expect(session.messages[1]).toEqual({ role: 'assistant', content: [call('toolu_1'), call('toolu_2')] })
})

test('a result that came late, after the user had gone on, is lost', async () => {
  const { session } = await store([
    user('u1', null, 'go'),
    assistant('a1', 'u1', 'msg_1', call('toolu_1'), 0),
    user('u2', 'a1', 'and now?'),
    resultLine('r1', 'a1', 'toolu_1'),
    assistant('c1', 'u2', 'msg_2', text('done'), 0),
  ])
  expect(session.messages).toContainEqual({ role: 'user', content: [result('toolu_1')] })
})

test('a broken chain goes on in a side chain', async () => {
  const lines = [
    user('u1', null, 'go'),
    user('s1', null, 'side', { isSidechain: true }),
    assistant('a1', 'gone', 'msg_1', text('ok'), 0),
  ]
  expect((await store(lines)).session.messages).toEqual([
    { role: 'user', content: 'go' },
    { role: 'assistant', content: [text('ok')] },
  ])
})

test('a sub-agent file, which is one side chain, is empty', async () => {
  const lines = healthyLines().map((line) => ('uuid' in line ? { ...line, isSidechain: true, agentId: 'ag' } : line))
  expect((await store(lines)).session.messages).toEqual(healthyMessages)
})

test('what was compacted is sent again', async () => {
  const boundary = {
    ...user('k1', null, ''),
    type: 'system',
    subtype: 'compact_boundary',
    logicalParentUuid: 'c1',
    message: undefined,
  }
  const { session } = await store([
    ...healthyLines(),
    boundary,
    user('k2', 'k1', 'summary', { isCompactSummary: true }),
  ])
  expect(session.messages).toEqual([{ role: 'user', content: 'summary' }])
  expect(session.findings).toEqual([])
})

test('a missing line loses the history before it', async () => {
  const lines = healthyLines()
  for (const [index, dropped] of lines.entries()) {
    if (!('uuid' in dropped) || dropped['uuid'] === 'c1' || dropped['uuid'] === 'r2' || dropped['uuid'] === 'u1')
      continue
    const { session } = await store(lines.filter((_, at) => at !== index))
    expect(session.messages[0]).toEqual(healthyMessages[0])
    expect(session.messages.at(-1)).toEqual(healthyMessages.at(-1))
    expect(session.findings.map(({ code }) => code)).toContain('broken_chain')
    const blocks = session.messages.flatMap((message) => (message as { content: unknown[] }).content).length
    const all = healthyMessages.flatMap(({ content }) => content as unknown[]).length
    // The result of a lost parallel call hangs on nothing any more: it stays in the file, with a finding.
    const lost = { x1: 0, b1: 2 }[dropped['uuid'] as string] ?? 1
    expect(all - blocks, `${dropped['uuid']}`).toBe(lost)
  }
})

test('a circle of parents never ends, or loses what comes before it', async () => {
  const lines = healthyLines().map((line) => (line['uuid'] === 'a1' ? { ...line, parentUuid: 'r1' } : line))
  const { session } = await store(lines)
  expect(session.messages).toEqual(healthyMessages)
  expect(session.findings).toMatchObject([{ code: 'cycle', line: 4, detail: { uuid: 'a1' } }])
  const self = healthyLines().map((line) => (line['uuid'] === 'r3' ? { ...line, parentUuid: 'r3' } : line))
  expect((await store(self)).session.findings).toMatchObject([{ code: 'cycle', detail: { length: 1 } }])
})

test('a circle that holds the first line, or that comes behind a link forward, never ends', async () => {
  const { session } = await store([
    user('u1', 'a1', 'first'),
    assistant('a1', 'u1', 'msg_1', text('one'), 0),
    user('u2', 'k1', 'second'),
    user('k1', 'a1', 'between'),
    assistant('a2', 'u2', 'msg_2', text('two'), 0),
  ])
  expect(session.messages.map((message) => (message as { content: unknown }).content)).toEqual([
    'first',
    [text('one')],
    'between',
    'second',
    [text('two')],
  ])
  expect(session.findings).toMatchObject([{ code: 'cycle', line: 1, detail: { uuid: 'u1', length: 2 } }])
})

test('a repeated line is sent twice', async () => {
  const lines = healthyLines()
  for (const [index, line] of lines.entries()) {
    if (!('uuid' in line)) continue
    const { session } = await store([...lines.slice(0, index + 1), line, ...lines.slice(index + 1)])
    expect(session.messages).toEqual(healthyMessages)
    expect(session.findings).toMatchObject([
      { code: 'duplicate_uuid', line: index + 2, detail: { identical: true, firstLine: index + 1 } },
    ])
  }
})

test('a second line of one uuid and one length passes for a repeated one, or the first of them counts', async () => {
  const lines = healthyLines()
  const at = lines.findIndex(({ type }) => type === 'user')
  const said = JSON.stringify(lines[at])
  const other = JSON.parse(said) as { message: { content: string } }
  other.message.content = `A${other.message.content.slice(1)}`
  expect(JSON.stringify(other)).toHaveLength(said.length)
  const { session } = await store([...lines, { ...other }])
  expect(session.findings).toMatchObject([{ code: 'duplicate_uuid', detail: { identical: false } }])
  expect(session.messages[0]).toEqual(other.message)
  expect(session.messages.slice(1)).toEqual(healthyMessages.slice(1))
})

test('a damaged line of an uuid that is there already is a message of its own, or passes for the same', async () => {
  const lines = healthyLines()
  const said = JSON.stringify(lines.find(({ type }) => type === 'user'))
  // A control character as it is: no JSON, and read all the same.
  const damaged = said.replace(/"content":"./, '"content":"\u0001')
  expect([damaged === said, damaged.length]).toEqual([false, said.length])
  const { session } = await store(
    Buffer.from(`${[...lines.map((line) => JSON.stringify(line)), damaged].join('\n')}\n`),
  )
  expect(session.findings.map(({ code, line }) => [code, line])).toEqual([
    ['damaged_line', lines.length + 1],
    ['duplicate_uuid', lines.length + 1],
  ])
  expect(session.messages[0]).toEqual(JSON.parse(damaged.replace('\u0001', '\\u0001')).message)
})

test('damage, BOM, CRLF or an unknown line costs more than itself', async () => {
  const lines = healthyLines()
  const bytes = toBytes(lines, '\r\n')
  const strange = Buffer.from('{"type":"brand-new","uuid":7}\r\n\r\n')
  const { session } = await store(
    Buffer.concat([Buffer.from('\ufeff'), strange, bytes, Buffer.alloc(300), Buffer.from('{"parentUuid":"c1","isSi')]),
  )
  expect(session.messages).toEqual(healthyMessages)
  expect(session.findings.map(({ code, detail }) => [code, detail['reason']])).toEqual([
    ['damaged_line', 'nul_run'],
    ['damaged_line', 'torn'],
  ])
})

test('a line with bytes that are not UTF-8 is lost although the host reads it', async () => {
  const bytes = toBytes(healthyLines())
  bytes[bytes.indexOf('Done.')] = 0xff
  const { session } = await store(bytes)
  expect(session.messages.at(-1)).toEqual({ role: 'assistant', content: [text('\ufffdone.')] })
  expect(session.findings).toMatchObject([{ code: 'damaged_line', detail: { reason: 'invalid_utf8', readable: true } }])
})

test('an unknown version counts as known, an empty file as a conversation', async () => {
  const future = healthyLines().map((line) => ({ ...line, version: '3.0.0' }))
  expect((await store(future)).session).toMatchObject({
    known: false,
    findings: [{ code: 'unknown_host_version', detail: { version: '3.0.0' } }],
  })
  const { session } = await store(Buffer.alloc(0))
  // An ordinary file of a program that was only started: nothing in it is of a strange version.
  expect(session).toMatchObject({ known: true, messages: [] })
  expect(session.findings).toMatchObject([{ code: 'no_conversation', severity: 'info' }])
  expect((await store(Buffer.from('{"torn'))).session.findings).toMatchObject([
    { code: 'damaged_line' },
    { code: 'no_conversation', severity: 'error' },
    { code: 'unknown_host_version' },
  ])
})

test('a block is not found in its line', async () => {
  const { session } = await store(healthyLines())
  expect(session.locate({ messageIndex: 1 }).map(({ line }) => line)).toEqual([4, 5, 6])
  expect(session.locate({ messageIndex: 1, blockIndex: 2 })).toEqual([{ line: 6, id: 'a3' }])
  expect(session.locate({ messageIndex: 0, blockIndex: 0 })).toEqual([{ line: 2, id: 'u1' }])
  expect(session.locate({ messageIndex: 99 })).toEqual([])
})

test('a record of another session is told as an error, or not told', async () => {
  const foreign = { sessionId: '6f1c2a34-0000-4000-8000-000000000009' }
  const lines = [
    user('u1', null, 'go'),
    assistant('a1', 'u1', 'm1', text('one'), 0),
    user('u2', 'a1', 'on', foreign),
    { ...assistant('a2', 'u2', 'm2', text('two'), 0), sessionId: undefined },
    user('u3', 'a2', 'again', foreign),
  ]
  const { session } = await store(lines)
  expect(session.messages).toHaveLength(5)
  const told = (line: number, uuid: string): object => {
    return { code: 'session_mismatch', severity: 'info', line, detail: { uuid, ...foreign } }
  }
  expect(session.findings).toEqual([told(3, 'u2'), told(5, 'u3')])
})
