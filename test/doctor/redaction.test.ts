import { expect, test } from 'vitest'
import { auditItem, auditReport } from '../../src/doctor/audit/audit-item.ts'
import { redactAudit } from '../../src/doctor/redact/redact-audit.ts'
import { createRedactor } from '../../src/doctor/redact/redact.ts'
import { redactRepair } from '../../src/doctor/repair/redact-repair.ts'
import type { RepairReport } from '../../src/doctor/repair/repair-report.ts'
import { finding, report } from './reports.ts'

test('a value that is hidden tells what it says, or loses what it is', () => {
  const redactor = createRedactor(true)
  const hidden = redactor.value({
    type: 'text',
    role: 'odd role with a name',
    model: 'x'.repeat(65),
    status: 'done',
    tool_use_id: 'toolu_1',
    callId: 'toolu_1',
    sessionID: '',
    id: 'toolu_1',
    idea: 'said',
    text: 'said ',
    blank: ' \n',
    none: '',
    half: 'a\ud800',
    input: { field: 'a', inner: [{ deep: 1 }] },
    list: ['type', null, true, 7],
  }) as Record<string, unknown>
  const digest = '#[0-9a-f]{8}'
  const id = hidden['id']
  expect(hidden).toMatchObject({
    type: 'text',
    status: 'done',
    tool_use_id: id,
    callId: id,
    sessionID: '',
    blank: ' \n',
    none: '',
  })
  expect(id).toMatch(new RegExp(`^${digest}$`))
  expect(hidden['role']).toMatch(/^\[20 chars #/)
  expect(hidden['model']).toMatch(/^\[65 chars #/)
  expect(hidden['idea']).toMatch(new RegExp(String.raw`^\[4 chars ${digest}\]$`))
  expect(hidden['text']).toMatch(new RegExp(String.raw`^\[5 chars ${digest}, ends in space\]$`))
  expect(hidden['half']).toMatch(new RegExp(String.raw`^\[2 chars ${digest}, lone surrogate\]$`))
  expect(Object.keys(hidden['input'] as object).every((key) => new RegExp(`^${digest}$`).test(key))).toBe(true)
  expect(JSON.stringify(hidden['input'])).toContain('[{"deep":1}]')
  expect((hidden['list'] as unknown[]).slice(1)).toEqual([null, true, 7])
  const kinds = 'type role status media_type mimeType stop_reason model format'.split(' ')
  const words = Object.fromEntries(kinds.map((kind) => [kind, 'word']))
  expect(redactor.value(words)).toEqual(words)
  expect(redactor.name('a')).toBe(redactor.name('a'))
  expect(createRedactor(true).name('a')).not.toBe(redactor.name('a'))
})

test('a report that is hidden names its session, or says less of what is wrong', () => {
  const whole = { ...report('a1', 'broken', { ...finding('error', null), record: 'r1' }), project: 'p', parentId: 'a0' }
  const { findings, id, next, parentId, path, project } = createRedactor(true).report(whole)
  // A digest may hold any two digits, and is another one in each run.
  const words = JSON.stringify([findings, id, next, parentId, path, project]).replaceAll(/#[0-9a-f]+/g, '#')
  expect(words).not.toMatch(/a1|a0|r1|mine|"p"/)
  expect(next).toBe(`session-recovery repair ${id} --allow lossy`)
  expect(findings[0]!.detail).toMatchObject({ reason: 'torn', n: 1 })
  const ownWords = 'evidence reason kind role code field version format table problem restored status'.split(' ')
  const named = Object.fromEntries([...ownWords, 'name', 'id', 'toolName'].map((key) => [key, 'word']))
  const detailed = { ...finding('error', null), detail: named }
  const shown = createRedactor(true).report(report('a1', 'broken', detailed)).findings[0]!.detail
  expect(Object.keys(named).filter((key) => shown[key] === 'word')).toEqual(ownWords)
  const bare = createRedactor(true).report({ ...report('a1', 'broken', finding('error', null)), next: null })
  expect([bare.next, 'project' in bare, 'parentId' in bare, 'record' in bare.findings[0]!]).toEqual([
    null,
    false,
    false,
    false,
  ])
})

test('a word of this library is hidden in a detail, or one of somebody else is not', () => {
  const own = 'evidence reason kind role code field version format table problem restored status'.split(' ')
  const detail = { ...Object.fromEntries(own.map((name) => [name, 'word'])), n: 1, tool: 'mine', id: 'mine' }
  const redactor = createRedactor(true)
  const { findings } = redactor.report(report('a1', 'broken', { ...finding('error', null), detail }))
  expect(findings[0]!.detail).toEqual({ ...detail, tool: redactor.name('mine'), id: redactor.name('mine') })
})

const uuid = '6f1c2a34-0000-4000-8000-000000000001'

test.each<[agent: string, id: string, path: string, text: string, shown: string]>([
  [
    'file',
    'notes',
    '/home/ada/my notes.json',
    "extract '/home/ada/my notes.json' --as gemini",
    'extract PATH --as gemini',
  ],
  ['file', 'notes', '/a/notes.json', 'repair /a/notes.json --allow lossy', 'repair PATH --allow lossy'],
  ['file', 'a b', "/it's/a b", String.raw`repair '/it'\''s/a b' --apply`, 'repair PATH --apply'],
  ['codex', uuid, '/a', 'repair 6f1c2a34 --error ERROR', 'repair ID --error ERROR'],
  ['opencode', 'my own', '/a', "repair 'my own' --all", 'repair ID --all'],
  [
    'codex',
    uuid,
    `/a/${uuid}.jsonl`,
    `In use: there is a lock: /a/${uuid}.jsonl.lock.`,
    'In use: there is a lock: PATH.lock.',
  ],
  ['codex', uuid, '/a', `resume ${uuid}`, 'resume ID'],
  ['gemini-cli', `session-it's-abcdef12`, '/a', String.raw`'session-it'\''s-abcdef12' abcdef12`, 'ID ID'],
  ['codex', 'a.c', '/a', 'abc a.c xa.c a.cx a.c', 'abc ID xa.c a.cx ID'],
])('of %s %s at %s more than its shape is left in %j', (agent, id, path, text, shown) => {
  const redactor = createRedactor(true)
  const { next, ...hidden } = redactor.report({ ...report(id, 'broken'), agent, path, next: text })
  expect(next).toBe(shown.replaceAll('ID', hidden.id).replaceAll('PATH', hidden.path))
  expect([hidden.id, hidden.path]).toEqual([redactor.name(id), redactor.name(path)])
})

test('a repair that is hidden tells a name in its notes, its error, its files or its commands', () => {
  const [path, folder] = [`/home/ada/${uuid}.jsonl`, `/home/ada/${uuid}.jsonl/my backups`]
  const names = { agent: 'gemini-cli', id: uuid, path }
  const whole: RepairReport = {
    ...names,
    status: 'failed',
    loss: 'none',
    allow: 'none',
    edits: [],
    findings: [finding('error', null)],
    remaining: [{ ...finding('error', 'none'), record: 'r1' }],
    records: [
      { op: 'replaced', why: 'content', record: { line: 1, id: 'r1' } },
      { op: 'removed', why: 'content', record: { line: 2 } },
    ],
    quarantine: `/home/ada/.state/${uuid}-1.jsonl`,
    error: { code: 'io', message: `It failed: ${folder}.`, remedy: 'Salvage: extract 6f1c2a34', path: folder },
    notes: ['To repair all of them: session-recovery repair 6f1c2a34 --all', `In ${path} it is.`],
    resume: 'gemini --resume another-id',
    next: 'session-recovery repair 6f1c2a34 --apply',
  }
  const redactor = createRedactor(true)
  const [id, file, place] = [uuid, path, folder].map(redactor.name)
  expect(redactRepair(whole, redactor)).toEqual({
    ...whole,
    id,
    path: file,
    findings: [{ ...whole.findings[0], detail: { ...whole.findings[0]!.detail, id: redactor.name('mine') } }],
    remaining: [
      {
        ...whole.remaining[0],
        record: redactor.name('r1'),
        detail: { ...whole.findings[0]!.detail, id: redactor.name('mine') },
      },
    ],
    records: [
      { op: 'replaced', why: 'content', record: { line: 1, id: redactor.name('r1') } },
      { op: 'removed', why: 'content', record: { line: 2 } },
    ],
    quarantine: redactor.name(whole.quarantine!),
    error: { code: 'io', message: `It failed: ${place}.`, remedy: `Salvage: extract ${id}`, path: place },
    notes: [`To repair all of them: session-recovery repair ${id} --all`, `In ${file} it is.`],
    resume: `gemini --resume ${id}`,
    next: `session-recovery repair ${id} --apply`,
  })
  const { error: _, quarantine: __, ...quiet } = { ...whole, next: null, resume: null, notes: [] }
  const bare = redactRepair(quiet, redactor)
  expect([bare.next, bare.resume, bare.notes, 'error' in bare, 'quarantine' in bare]).toEqual([
    null,
    null,
    [],
    false,
    false,
  ])
  expect(redactRepair(whole, createRedactor(false))).toBe(whole)
})

test('a redactor that hides nothing changes something', () => {
  const redactor = createRedactor(false)
  const [value, told] = [{ a: [' '] }, report('a1', 'broken')]
  expect([redactor.active, redactor.text('a '), redactor.name('n')]).toEqual([false, 'a ', 'n'])
  expect([redactor.value(value) === value, redactor.report(told) === told]).toEqual([true, true])
})

test('an audit that is hidden tells a name, or loses a word of what was found', () => {
  const redactor = createRedactor(true)
  const own = Object.fromEntries('because beside code event reason relation'.split(' ').map((name) => [name, 'word']))
  const more = { ...own, copies: ['live'], wrong: ['cwd'], torn: true, line: 3 }
  const item = auditItem('diverged', 's1', { live: 1, backup: 2 }, { ...more, project: 'mine', turns: ['t1', ''] })
  const audit = { layout: 'codex', folder: '/home/ada', report: auditReport([item], []) } as const
  const hidden = redactAudit({ ...audit, stateDb: '/home/ada/db' }, redactor)
  const [id, project, turn] = ['s1', 'mine', 't1'].map(redactor.name)
  expect(hidden).toEqual({
    layout: 'codex',
    folder: redactor.name('/home/ada'),
    stateDb: redactor.name('/home/ada/db'),
    report: { ...audit.report, items: [{ ...item, session_id: id, project, turns: [turn, ''] }] },
  })
  expect('stateDb' in redactAudit(audit, redactor)).toBe(false)
  expect(redactAudit(audit, createRedactor(false))).toBe(audit)
})
