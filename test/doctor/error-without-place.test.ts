import { expect, onTestFinished, test, vi } from 'vitest'
import { NotRepresentableError } from '../../src/agents/not-representable-error.ts'
import { opencode } from '../../src/agents/opencode/opencode.ts'
import { locateError } from '../../src/doctor/explain-error.ts'
import { planRepair } from '../../src/doctor/repair/plan-repair.ts'
import { planEdits } from '../../src/doctor/repair/plan-edits.ts'
import { assistantData, change, opencodeId, setData, storeOpencode } from '../agents/subjects/opencode-subject.ts'
import { tempFolder } from '../files/temp-folder.ts'

const error = 'Invalid `signature` in `thinking` block'

/** A session of three thoughts, of which the provider refuses one without saying which. */
function store(thoughts: number): string {
  const path = storeOpencode(tempFolder())
  change(path, (database) => {
    for (let at = 1; at < thoughts; at += 1) {
      const data = JSON.stringify(assistantData({ time: { created: 10 + at, completed: 11 + at } }))
      database.prepare('INSERT INTO message VALUES (?, ?, ?, 2, ?)').run(`msg_5${at}a`, opencodeId, 10 + at, prompt)
      database.prepare('INSERT INTO message VALUES (?, ?, ?, 2, ?)').run(`msg_5${at}b`, opencodeId, 10 + at, data)
      const part = database.prepare('INSERT INTO part VALUES (?, ?, ?, 1, 2, ?)')
      part.run(`prt_5${at}a`, `msg_5${at}a`, opencodeId, JSON.stringify({ type: 'text', text: 'more' }))
      const time = { start: 1, end: 2 }
      const thought = { type: 'reasoning', text: `Hm ${at}.`, time, metadata: { anthropic: { signature: `Es${at}` } } }
      part.run(`prt_5${at}b`, `msg_5${at}b`, opencodeId, JSON.stringify({ type: 'step-start' }))
      part.run(`prt_5${at}c`, `msg_5${at}b`, opencodeId, JSON.stringify(thought))
      part.run(`prt_5${at}d`, `msg_5${at}b`, opencodeId, JSON.stringify({ type: 'text', text: 'Well.', time }))
    }
  })
  return path
}

const prompt = JSON.stringify({
  role: 'user',
  time: { created: 1 },
  agent: 'build',
  model: { providerID: 'anthropic', modelID: 'claude-sonnet-4-5' },
})

const thoughtsIn = (messages: readonly unknown[]): number =>
  JSON.stringify(messages).match(/"type":"thinking"/g)?.length ?? 0

test('an --error that names no place costs the thinking of all turns', async () => {
  const ref = (await opencode.recognise(store(3)))!
  const session = await opencode.open(ref)
  expect(thoughtsIn(session.messages)).toBe(3)
  const told = planEdits(session, { allow: 'lossy', error })
  expect(told).toMatchObject({ edits: [], unplaced: 3 })
  const { report } = await planRepair(ref, { allow: 'lossy', error })
  expect(report.notes).toEqual([expect.stringMatching(/names no place, and 3 messages .* --error ERROR --all$/)])
})

test('who says --all is asked again', async () => {
  const session = await opencode.open((await opencode.recognise(store(3)))!)
  const { messages, unplaced } = planEdits(session, { allow: 'lossy', error, everywhere: true })
  expect([thoughtsIn(messages), unplaced]).toEqual([0, 0])
})

test('the only thought that an error without a place can mean stays', async () => {
  const session = await opencode.open((await opencode.recognise(store(1)))!)
  expect(thoughtsIn(planEdits(session, { allow: 'lossy', error }).messages)).toBe(0)
})

test('what the linter proves waits for --all', async () => {
  const path = store(3)
  setData(path, 'part', 'prt_51d', JSON.stringify({ type: 'text', text: ' ', time: { start: 1, end: 2 } }))
  const session = await opencode.open((await opencode.recognise(path))!)
  const { edits, messages } = planEdits(session, { allow: 'lossy', error })
  expect(edits.length).toBeGreaterThan(0)
  expect(thoughtsIn(messages)).toBe(3)
})

const commandOf = (next: string | null): string => next!.replace(/(repair|extract) \S+/, '$1 ID')

test('what waits for consent is not found again by the next command, which lacks the error', async () => {
  const ref = (await opencode.recognise(store(1)))!
  const { report } = await planRepair(ref, { allow: 'none', error })
  expect(report.status).toBe('unrepairable')
  expect(commandOf(report.next)).toMatch(new RegExp(`^session-recovery repair ID --error '${error}'`))
  const { next } = await locateError(ref, { error })
  expect(commandOf(next)).toMatch(new RegExp(`^session-recovery repair ID --error '${error}'`))
})

test('an error that the session shows by itself makes the next command long', async () => {
  const path = store(1)
  setData(path, 'part', 'prt_8', JSON.stringify({ type: 'text', text: ' ', time: { start: 1, end: 2 } }))
  const ref = (await opencode.recognise(path))!
  const { findings, next } = await locateError(ref, { error: 'messages: text content blocks must be non-empty' })
  expect(findings.length).toBeGreaterThan(0)
  expect(commandOf(next)).not.toContain('--error')
})

test.each([
  ['as it was said', error, false, ` --error '${error}'`],
  ['that means all', error, true, ` --error '${error}' --all`],
  ['with a quote', `${error}, it's`, false, ` --error '${error}, it'\\''s'`],
  ['that fills the screen', `${error} ${'x'.repeat(500)}`, false, ' --error ERROR'],
  ['that a terminal would obey', `${error} \u001B]0;x\u0007`, false, ' --error ERROR'],
])('the next command repairs without the error that was shown: %s', async (_which, said, everywhere, options) => {
  const ref = (await opencode.recognise(store(1)))!
  const { report } = await planRepair(ref, { allow: 'lossy', error: said, everywhere })
  expect(commandOf(report.next)).toBe(`session-recovery repair ID${options} --allow lossy --apply`)
})

test.each([
  [`messages.1.content.0: ${error}`, 1],
  [error, 0],
])('a look for "%s" finds it where it does not sit', async (said, found) => {
  const { findings } = await locateError((await opencode.recognise(store(3)))!, { error: said })
  expect(findings).toHaveLength(found)
})

test('what the storage has no form for hides that the request has to change too, or is told to be repaired', async () => {
  const path = store(1)
  setData(path, 'part', 'prt_8', JSON.stringify({ type: 'text', text: ' ', time: { start: 1, end: 2 } }))
  const ref = (await opencode.recognise(path))!
  const session = await opencode.open(ref)
  const open = vi.spyOn(opencode, 'open').mockResolvedValue({
    ...session,
    plan: (edits) => {
      if (edits.length > 0) throw new NotRepresentableError(edits[0]!.index, 'a change of this kind')
      return session.plan(edits)
    },
  })
  onTestFinished(() => open.mockRestore())
  const told = 'Requests which have `tool_use` and `tool_result` blocks in the messages must define `tools`'
  const { report } = await planRepair(ref, { error: told })
  expect(report).toMatchObject({ status: 'unrepairable', loss: 'none', edits: [], records: [] })
  expect(report.notes).toEqual([
    expect.stringContaining('The request has to change too (tools)'),
    expect.stringContaining('a change of this kind'),
  ])
  expect(report.remaining).toEqual(report.findings)
})
