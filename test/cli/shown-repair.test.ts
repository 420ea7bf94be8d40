import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createOutput } from '../../src/cli/output/output.ts'
import { countStatuses, renderRepair } from '../../src/cli/repair/render-repair.ts'
import type { ReportedFinding } from '../../src/doctor/check/reported-finding.ts'
import { guideOf } from '../../src/doctor/guide/finding-guide.ts'
import type { EditDiff } from '../../src/doctor/repair/part-diff.ts'
import type { RepairReport } from '../../src/doctor/repair/repair-report.ts'

const plain: RepairReport = {
  agent: 'codex',
  id: 'aaaa0001-0000-4000-8000-000000000001',
  path: '/home/a.jsonl',
  status: 'planned',
  loss: 'none',
  findings: [],
  remaining: [],
  edits: [],
  records: [],
  notes: [],
  allow: 'none',
  resume: null,
  next: null,
}

const left = (type: ReportedFinding['type'], more: Partial<ReportedFinding> = {}): ReportedFinding => {
  return { id: 'f', level: 'conversation', type, severity: 'error', at: null, detail: {}, loss: null, ...more }
}

const edit = (loss: EditDiff['loss'], ...parts: EditDiff['parts']): EditDiff => {
  return { op: 'replace', messageIndex: 3, role: 'user', because: ['blank_text'], loss, parts }
}

/** What stands below the head and the path. */
async function told(report: Partial<RepairReport>): Promise<readonly string[]> {
  const lines: string[] = []
  const stdout = new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) })
  await renderRepair({ ...plain, ...report }, createOutput({ stdout, stderr: stdout }))
  expect(lines.splice(1, 1)).toEqual(['  /home/a.jsonl\n'])
  expect(lines.pop()).toBe('\n')
  return lines.map((line) => line.replace('\n', ''))
}

const { mayLose: media } = guideOf('media_invalid')
const blank = guideOf('blank_text').title
const costs = (cost: string): string => `  message 3 (user)  blank_text; ${cost}`

test.for<readonly [what: string, report: Partial<RepairReport>, lines: readonly string[]]>([
  [
    'the three kinds of an edit',
    { edits: (['replace', 'remove', 'insert'] as const).map((op) => ({ ...edit('none'), op })) },
    ['message', 'remove message', 'insert before message'].map(
      (words) => `  ${words} 3 (user)  blank_text; loses nothing`,
    ),
  ],
  [
    'a placeholder',
    { edits: [edit('synthesised', { op: 'added', text: 'text "[session-recovery] Nothing."', synthetic: true })] },
    [costs('adds a marked placeholder'), '    + text "[session-recovery] Nothing."'],
  ],
  [
    'a placeholder whose text is hidden',
    { edits: [edit('synthesised', { op: 'added', text: 'text [25 chars #1]', synthetic: true })] },
    [costs('adds a marked placeholder'), '    + text [25 chars #1]'],
  ],
  [
    'a placeholder that goes',
    { edits: [edit('synthesised', { op: 'removed', text: '[session-recovery] x' }, { op: 'kept', text: 'y' })] },
    [costs('drops what cannot be verified'), '    - [session-recovery] x', '      y'],
  ],
  [
    'two edits of two causes, of which one is the same',
    {
      edits: [
        { ...edit('lossy'), because: ['media_invalid', 'blank_text'] },
        { ...edit('lossy'), because: ['media_invalid'] },
        { ...edit('none'), because: ['tool_result_orphan'] },
      ],
    },
    [
      '  message 3 (user)  media_invalid, blank_text; loses content',
      '  message 3 (user)  media_invalid; loses content',
      '  message 3 (user)  tool_result_orphan; loses nothing',
      `  media_invalid may lose: ${media}`,
    ],
  ],
  [
    'records of two kinds',
    { records: [{ op: 'update' }, { op: 'delete' }, { op: 'update' }] as unknown as RepairReport['records'] },
    ['  records: 2 update, 1 delete'],
  ],
  [
    'what is left without a repair, what only tells, and what stands behind that',
    {
      remaining: [
        left('tool_result_orphan', { severity: 'info' }),
        left('blank_text', { at: { messageIndex: 1, blockIndex: 0 }, line: 4 }),
        left('blank_text', { severity: 'info' }),
        left('blank_text'),
      ],
    },
    [`  left: blank_text ×3  ${blank} (message 1, block 0, line 4): no repair.`],
  ],
  [
    'what is left for want of consent',
    {
      remaining: [
        left('blank_text', { loss: 'synthesised' }),
        left('media_invalid', { loss: 'lossy' }),
        left('role_invalid', { loss: 'lossy' }),
      ],
    },
    [
      `  left: blank_text  ${blank}: only with --allow synthesised.`,
      `  left: media_invalid  ${guideOf('media_invalid').title}: only with --allow lossy. ${media!.replace('With --allow lossy: ', 'Lost: ')}`,
      `  left: role_invalid  ${guideOf('role_invalid').title}: only with --allow lossy. Content is lost.`,
    ],
  ],
  [
    'what is left although it was allowed',
    { allow: 'synthesised', remaining: [left('blank_text', { loss: 'synthesised' })] },
    [`  left: blank_text  ${blank}: no repair.`],
  ],
  [
    'what could be repaired, but was not written',
    { status: 'refused', remaining: [left('blank_text', { loss: 'none' }), left('role_invalid')] },
    [
      `  left: blank_text  ${blank}: not repaired.`,
      `  left: role_invalid  ${guideOf('role_invalid').title}: no repair.`,
    ],
  ],
  [
    'a failure',
    { status: 'failed', error: { code: 'io', message: 'It broke.', remedy: 'Try again.' }, notes: ['a', 'b'] },
    ['  a', '  b', '  It broke. Try again.'],
  ],
  [
    'what is kept of one that was written, and how it goes on',
    { status: 'applied', quarantine: '/q', backup: 'b1', resume: 'codex resume a' },
    ['  quarantine: /q', '  undo: session-recovery undo b1', '  go on: codex resume a'],
  ],
  [
    'what is left to do before it goes on',
    { status: 'applied', backup: 'b1', resume: 'codex resume a', next: 'more' },
    ['  undo: session-recovery undo b1', '  next: more'],
  ],
  [
    'one that was put back',
    { status: 'rolled_back', quarantine: '/q', backup: 'b1', resume: 'codex resume a' },
    ['  quarantine: /q'],
  ],
])('%s is told in other words', async ([, report, lines]) => {
  expect((await told(report)).slice(1)).toEqual(lines)
})

test('an outcome has another word, or findings that only tell are counted', async () => {
  const words: Readonly<Record<RepairReport['status'], string>> = {
    healthy: 'healthy',
    planned: 'can be repaired',
    unrepairable: 'cannot be repaired',
    applied: 'repaired',
    rolled_back: 'rolled back',
    refused: 'refused',
    failed: 'failed',
  }
  const findings = [left('blank_text'), left('blank_text', { severity: 'info' })]
  for (const [status, word] of Object.entries(words) as [RepairReport['status'], string][]) {
    expect(await told({ status, findings })).toEqual([`${word}  codex aaaa0001  1 finding`])
    expect(
      countStatuses(
        new Map([
          [status, 1],
          ['failed', 2],
        ]),
      ),
    ).toContain(status === 'failed' ? '2 sessions failed' : `1 session ${word}, 2 sessions failed`)
  }
})
