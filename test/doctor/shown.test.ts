import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SummaryBuilder } from '../../src/doctor/check/doctor-summary.ts'
import { describeError } from '../../src/doctor/describe-error.ts'
import { handoffPrompt } from '../../src/doctor/extract/handoff-prompt.ts'
import { renderTurns } from '../../src/doctor/extract/render-conversation.ts'
import { createRedactor } from '../../src/doctor/redact/redact.ts'
import { describeBlock } from '../../src/doctor/repair/describe-block.ts'
import { errorOption } from '../../src/doctor/repair/error-option.ts'
import { findSession, newestFirst, titleOf } from '../../src/doctor/sessions/find-sessions.ts'
import { searchedFolders } from '../../src/doctor/sessions/searched-folders.ts'
import { DoctorError } from '../../src/doctor/doctor-error.ts'
import { FileWorkError, type FileWorkErrorCode } from '../../src/files/file-work-error.ts'
import { findFormat } from '../../src/formats/index.ts'
import { readTranscript } from '../../src/lint/read-transcript.ts'
import { RecordLogError } from '../../src/record-log/record-log-error.ts'
import { StoreError, type StoreErrorCode } from '../../src/storage/store-error.ts'
import { TranscriptError } from '../../src/transcript/transcript-error.ts'
import type { Transcript } from '../../src/transcript/transcript.ts'
import { healthySession, storeClaude } from '../cli/claude-home.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { finding, report } from './reports.ts'

const format = findFormat('anthropic-messages')
const read = (...messages: readonly unknown[]): Transcript => readTranscript(messages, format, format.rules({}))
const user = (...content: readonly unknown[]): unknown => ({ role: 'user', content })
const assistant = (...content: readonly unknown[]): unknown => ({ role: 'assistant', content })
const text = (said: string): unknown => ({ type: 'text', text: said })
const call = (id: string, name = 'Read'): unknown => ({ type: 'tool_use', id, name, input: { path: 'a' } })
const result = (id: string, content: unknown): unknown => ({ type: 'tool_result', tool_use_id: id, content })
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } }
const open = createRedactor(false)

test.each<[block: unknown, shown: string]>([
  [text('a\nb'), String.raw`text "a\nb"`],
  [text(''), 'text ""'],
  [{ type: 'thinking', thinking: 'Hm.', signature: 's' }, 'thinking "Hm." signed'],
  [{ type: 'thinking', thinking: 'Hm.' }, 'thinking "Hm." unsigned'],
  [{ type: 'redacted_thinking', data: 'x' }, 'thinking redacted signed'],
  [call('toolu_1'), String.raw`tool_call Read toolu_1 "{\"path\":\"a\"}"`],
  [{ type: 'tool_use', id: '', input: {} }, 'tool_call (none) (none) "{}"'],
  [result('toolu_1', 'out'), 'tool_result toolu_1 "out"'],
  [result('toolu_1', [text('a'), image, null]), 'tool_result toolu_1 "a <image> <part>"'],
  [result('toolu_1', []), 'tool_result toolu_1 "[]"'],
  [result('toolu_1', [7]), 'tool_result toolu_1 "[7]"'],
  [{ type: 'tool_result', tool_use_id: 'toolu_1' }, 'tool_result toolu_1 "nothing"'],
  [image, 'media'],
  [{ type: 'odd', value: 1 }, String.raw`unknown "{\"type\":\"odd\",\"value\":1}"`],
])('the block %j is described in other words', (raw, shown) => {
  expect(describeBlock(read(user(raw)).messages[0]!.blocks[0]!, open)).toBe(shown)
})

test('a summary counts otherwise, or calls another finding the worst', () => {
  const summary = new SummaryBuilder()
  expect(summary.build()).toMatchObject({ sessions: 0, worst: null, next: null, agents: [] })
  summary.add(report('a1', 'healthy', finding('info', null)))
  summary.add(report('a2', 'unknown', finding('warning', null)))
  expect(summary.build()).toMatchObject({ sessions: 2, broken: 0, unknown: 1, findings: 0, worst: null })
  summary.add(report('b1', 'broken', finding('error', 'none')))
  summary.add(report('b2', 'broken', finding('error', 'none')))
  expect(summary.build()).toMatchObject({ broken: 2, findings: 2, worst: { session: 'b1', path: '/b1' } })
  summary.add(report('b3', 'broken', finding('error', 'none'), finding('error', 'none')))
  expect(summary.build()).toMatchObject({ findings: 4, byType: { damaged_line: 6 }, worst: { session: 'b3' } })
  summary.add(report('b4', 'broken', finding('error', 'lossy')))
  expect(summary.build()).toMatchObject({
    worst: { session: 'b4' },
    next: 'session-recovery repair b4 --allow lossy',
    agents: [
      { agent: 'a', sessions: 2, broken: 0, unknown: 1 },
      { agent: 'b', sessions: 4, broken: 4, unknown: 0 },
    ],
  })
})

describe('an error', () => {
  const fileRefusals: readonly FileWorkErrorCode[] = [
    'live',
    'locked',
    'changed_meanwhile',
    'backup_failed',
    'backup_unreadable',
    'read_only',
    'not_permitted',
  ]
  const fileFailures: readonly FileWorkErrorCode[] = [
    'not_found',
    'not_a_file',
    'in_the_way',
    'no_space',
    'too_many_open',
    'io',
  ]
  const storeRefusals: readonly StoreErrorCode[] = [
    'locked',
    'lease_lost',
    'stale_revision',
    'undo_conflict',
    'read_only',
  ]
  const storeFailures: readonly StoreErrorCode[] = ['not_found', 'corrupt', 'closed', 'disk_full', 'invalid_edit', 'io']

  test('of a file or a store is a refusal, or none, and says its remedy twice', () => {
    const files = [...fileRefusals, ...fileFailures].map((code) => new FileWorkError(code, '/a', 'It cannot be'))
    const stores = [...storeRefusals, ...storeFailures].map(
      (code) => new StoreError({ code, message: 'It cannot be.' }),
    )
    const codesOf = (errors: readonly unknown[], isRefused: boolean): unknown[] =>
      errors.map(describeError).flatMap((each) => (each?.refused === isRefused ? [each.code] : []))
    expect(codesOf(files, true)).toEqual(fileRefusals)
    expect(codesOf(files, false)).toEqual(fileFailures)
    expect(codesOf(stores, true)).toEqual(storeRefusals)
    expect(codesOf(stores, false)).toEqual(storeFailures)
    expect(files.map((each) => describeError(each)!.message)).toEqual(files.map(() => 'It cannot be: /a.'))
    expect(stores.map((each) => describeError(each)!.message)).toEqual(stores.map(() => 'It cannot be.'))
  })

  test('of another kind is described, or one of ours is not', () => {
    expect(describeError(new TypeError('x'))).toBeUndefined()
    expect(describeError(new DoctorError('refused', 'm', 'r', { lines: ['l'] }))).toEqual({
      code: 'refused',
      message: 'm',
      remedy: 'r',
      lines: ['l'],
      refused: true,
    })
    expect(describeError(new DoctorError('not_found', 'm', 'r'))?.refused).toBe(false)
    for (const each of [new RecordLogError('unreadable', 'm'), new TranscriptError('unreadable_message', 'm')])
      expect(describeError(each)).toEqual({
        code: each.code,
        message: 'm',
        remedy: expect.stringMatching(/^[A-Z].+/) as string,
        refused: false,
      })
  })

  test.each<[error: string | undefined, mayShow: boolean, option: string]>([
    [undefined, true, ''],
    ['a', true, ' --error a'],
    [' a\n b ', true, ` --error 'a b'`],
    ['a', false, ' --error ERROR'],
    ['é', true, ' --error ERROR'],
    ['', true, ' --error ERROR'],
    ['a'.repeat(400), true, ` --error ${'a'.repeat(400)}`],
    ['a'.repeat(401), true, ' --error ERROR'],
  ])('%j is given again otherwise (shown: %s)', (error, mayShow, option) => {
    expect(errorOption(error, mayShow)).toBe(option)
  })
})

const rendering = { thinking: false, maxChars: 5, redactor: open }

test('a turn is written in other words, or under another name', () => {
  const turns = read(
    user(text('Do it.'), image),
    assistant({ type: 'thinking', thinking: 'a\nb', signature: 's' }, text(' '), call('t1', 'R')),
    user(result('t1', [text('123'), image, 7, { odd: 1 }])),
    { role: 'system', content: 'quiet' },
    assistant(text('``` a')),
    user(result('t2', '12345'), text('x')),
    { role: 'odd', content: [{ type: 'new', value: '````' }] },
  )
  expect(renderTurns(turns, rendering)).toEqual([
    '## User\n\nDo it.\n\n*[an image or document]*\n',
    '## Assistant\n\n**Tool call** `R`\n\n```\n{\n  "\n[cut: 12 of 17 characters]\n```\n',
    '## Tool\n\n**Tool result**\n\n```\n123\n[\n[cut: 18 of 23 characters]\n```\n',
    '## System\n\nquiet\n',
    '## Assistant\n\n``` a\n',
    '## User\n\n**Tool result**\n\n```\n12345\n```\n\nx\n',
    '## Unknown\n\n```\n{"typ\n[cut: 24 of 29 characters]\n```\n',
  ])
  const whole = renderTurns(turns, { ...rendering, thinking: true, maxChars: 0 })
  expect(whole.at(-1)).toContain('\n`````\n{')
  expect(whole[1]).toBe('## Assistant\n\n> a\n> b\n\n**Tool call** `R`\n\n```\n{\n  "path": "a"\n}\n```\n')
})

test('a hand-off has another request, forgets a call whose end is unknown, or is longer than its limit', () => {
  const marked = '[session-recovery] The result of this tool call is not available.'
  const short = read(
    assistant(text('Hello.')),
    user(text(' '), result('t0', 'x')),
    user(text('First.'), text('Second.')),
    assistant(call('t1', 'A'), call('t2', 'B'), call('t3', 'C'), { type: 'tool_use', id: 't4' }),
    user(result('t1', 'out'), result('t2', marked)),
    user(text('Later.')),
  )
  const prompt = handoffPrompt(short, rendering)
  expect(prompt).toContain('# The request\n\nFirst.\n\nSecond.\n\n# Check first')
  expect(prompt.match(/^- .*$/gm)).toEqual(['- B: {"path":"a"}', '- C: {"path":"a"}', '- a tool: '])
  expect(prompt).not.toContain('left out')
  // A section of 10,000 characters: its head, an empty line, the text, the end of the line.
  const long = Array.from({ length: 8 }, (_, index) => {
    const [head, turn] = index % 2 === 0 ? ['## User\n\n', user] : ['## Assistant\n\n', assistant]
    return turn(text(String(index).repeat(10_000 - head.length - 1)))
  })
  const cut = handoffPrompt(read(...long), rendering)
  expect(cut).toContain('# The record\n\n(2 earlier turns left out.)\n\n## User\n\n2')
  expect(cut).not.toContain('# Check first')
  expect(handoffPrompt(read(assistant(text('Hi.')), user(text(' '))), rendering)).toContain(
    '# The request\n\n\n\n# The record',
  )
  const one = handoffPrompt(read(user(text('1'.repeat(70_000)))), rendering)
  expect(one).toContain(`# The record\n\n## User\n\n${'1'.repeat(70_000)}`)
})

describe('a name', () => {
  const ids = ['aaaa0001-0000-4000-8000-000000000001', 'aaaa0002-0000-4000-8000-000000000002']
  const twoSessions = (): { home: string; environment: { home: string; env: Record<string, string> } } => {
    const home = tempFolder()
    for (const [day, id] of ids.entries())
      storeClaude(home, id, healthySession(id), { modified: new Date(Date.UTC(2026, 10, 1 + day)) })
    return { home, environment: { home, env: {} } }
  }

  test('of more than one session takes one of them', async () => {
    const { environment, home } = twoSessions()
    await expect(findSession('aaaa', environment, home)).rejects.toMatchObject({
      code: 'ambiguous',
      message: '2 sessions begin with "aaaa":',
      remedy: 'Write more of the id, or name the file.',
      lines: ids.map((id) => expect.stringContaining(`  claude-code ${id}  ${home}`) as string),
    })
    await expect(findSession('.claude', environment, home)).rejects.toMatchObject({ code: 'ambiguous' })
    await expect(findSession('aaaa0002', environment, home)).resolves.toMatchObject({ id: ids[1] })
    await expect(findSession('.', environment, tempFolder())).rejects.toMatchObject({ code: 'not_found' })
    storeClaude(home, ids[0]!, healthySession(ids[0]), { project: '-other' })
    await expect(findSession(ids[0]!, environment, home)).rejects.toMatchObject({
      code: 'ambiguous',
      remedy: 'Name one by its path.',
      lines: { length: 2 },
    })
    for (const end of ['', '0', '1', '2', '3', '4']) storeClaude(home, `bbbb${end}`, healthySession(`bbbb${end}`))
    await expect(findSession('bbbb', environment, home)).resolves.toMatchObject({ id: 'bbbb' })
    await expect(findSession('bbb', environment, home)).rejects.toMatchObject({
      message: '6 sessions begin with "bbb":',
      lines: { length: 5 },
    })
  })

  test('of a socket, or of a file that no session has the ending of, is taken for a session', async () => {
    const { environment, home } = twoSessions()
    const server = createServer()
    await new Promise<void>((resolve) => void server.listen(join(home, 'socket'), resolve))
    await expect(findSession('./socket', environment, home)).rejects.toMatchObject({ code: 'unreadable' })
    server.close()
    const folder = tempFolder()
    const said = JSON.stringify([user(text('Hi')), assistant(call('t1')), user(result('t1', 'out'))])
    for (const name of ['b.json', 'a.txt', 'c.jsonx', 'json']) writeFileSync(join(folder, name), said)
    writeFileSync(join(folder, 'none.json'), '[]')
    writeFileSync(join(folder, 'one.json'), JSON.stringify([user(result('t1', 'out'))]))
    const found = await newestFirst(environment, { named: [folder], agents: [], cwd: home })
    expect(found.map(titleOf).sort()).toEqual(['file b.json', 'file one.json'])
    expect(titleOf((await newestFirst(environment, { named: [ids[0]!], agents: [], cwd: home }))[0]!)).toMatch(
      /^claude-code aaaa0001 -home-ada-app$/,
    )
  })

  test('of nothing gives the oldest first, or those of other agents or times', async () => {
    const { environment, home } = twoSessions()
    const found = async (more: object): Promise<readonly string[]> =>
      (await newestFirst(environment, { named: [], agents: [], cwd: home, ...more })).map(({ id }) => id)
    expect(await found({})).toEqual(ids.toReversed())
    expect(await found({ agents: ['claude-code'], since: Date.UTC(2026, 10, 2) })).toEqual([ids[1]])
    expect(await found({ since: Date.UTC(2026, 10, 2) + 1 })).toEqual([])
    expect(await found({ agents: ['codex'] })).toEqual([])
    expect(await found({ agents: ['codex'], named: ['.claude'] })).toEqual([])
    expect(await found({ named: ['.claude', 'aaaa0001'] })).toHaveLength(3)
  })
})

test('a folder that cannot be read counts as one without sessions, or one that is not there as one that cannot', async () => {
  const home = tempFolder()
  mkdirSync(join(home, '.codex', 'sessions', '2026'), { recursive: true })
  mkdirSync(join(home, '.gemini'))
  writeFileSync(join(home, '.gemini', 'tmp'), '')
  symlinkSync('opencode', join(home, 'opencode'))
  const env = { XDG_DATA_HOME: home }
  expect(await searchedFolders({ home, env }, ['codex', 'gemini-cli', 'claude-code', 'opencode'])).toEqual([
    { path: join(home, '.claude', 'projects'), state: 'missing' },
    { path: join(home, '.codex', 'sessions'), state: 'read' },
    { path: join(home, '.gemini', 'tmp'), state: 'missing' },
    { path: join(home, 'opencode'), state: 'unreadable' },
  ])
})
