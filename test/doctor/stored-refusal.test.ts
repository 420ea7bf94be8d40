import { mkdirSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { SessionRef } from '../../src/agents/agent.ts'
import { claudeCode } from '../../src/agents/claude-code/claude-code.ts'
import { checkSession } from '../../src/doctor/check/check-session.ts'
import type { DoctorEnvironment } from '../../src/doctor/doctor-environment.ts'
import { applyRepair } from '../../src/doctor/repair/apply-repair.ts'
import { planEdits, type EditOptions } from '../../src/doctor/repair/plan-edits.ts'
import { planRepair, type PlanRepairOptions } from '../../src/doctor/repair/plan-repair.ts'
import type { RepairReport } from '../../src/doctor/repair/repair-report.ts'
import { undoRepair } from '../../src/doctor/undo-repair.ts'
import { assistant, call, text, thinking, toBytes, user, type Line } from '../agents/claude-code/transcript.ts'
import { tempFolder } from '../files/temp-folder.ts'

/** Two turns with thinking, healthy to look at; the provider has refused the thinking of one of them. */
function lines(refused: string): Line[] {
  return [
    user('u1', null, 'go'),
    assistant('a1', 'u1', 'msg_1', thinking('first thought'), 0),
    assistant('a2', 'a1', 'msg_1', text('one'), 1),
    user('u2', 'a2', 'go on'),
    assistant('b1', 'u2', 'msg_2', thinking('second thought'), 0),
    assistant('b2', 'b1', 'msg_2', text('two'), 1),
    user('u3', 'b2', 'and now?'),
    assistant('e1', 'u3', 'own_1', text(`API Error: 400 ${refused}`), 0, { isApiErrorMessage: true }),
  ]
}

interface Scene {
  readonly ref: SessionRef
  readonly environment: DoctorEnvironment
  repair(options?: PlanRepairOptions): Promise<RepairReport>
  /** Types of the findings of a look. */
  look(): Promise<string[]>
  thoughts(): Promise<string[]>
}

async function scene(refused: string, told: (refused: string) => Line[] = lines): Promise<Scene> {
  const home = tempFolder()
  const folder = join(home, '.claude', 'projects', '-w')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, '6f1c2a34-0000-4000-8000-000000000001.jsonl')
  writeFileSync(path, toBytes(told(refused)))
  const ref = (await claudeCode.recognise(path))!
  const environment = { home, env: {}, now: Date.now, recentMs: 0 }
  return {
    ref,
    environment,
    repair: async (options) =>
      applyRepair(await planRepair(ref, { environment, recentMs: 0, ...options }), environment),
    look: async () => (await checkSession(ref, { environment })).report.findings.map(({ type }) => type),
    thoughts: async () =>
      JSON.stringify((await claudeCode.open(ref)).messages).match(/(?:first|second) thought/g) ?? [],
  }
}

const signature = (index: number): string => `messages.${index}.content.0: Invalid \`signature\` in \`thinking\` block`

test.each([
  [1, ['second thought']],
  [3, ['first thought']],
])(
  'a fault that only the provider sees, in message %i, is not found, or costs another thought',
  async (index, left) => {
    const { look, repair, thoughts } = await scene(signature(index))
    expect(await look()).toEqual(['thinking_signature_invalid'])
    const report = await repair()
    expect(report).toMatchObject({ status: 'applied', remaining: [] })
    expect(report.notes).toEqual([
      expect.stringMatching(/last error \(line 8\): it reports thinking_signature_invalid/),
    ])
    expect(await thoughts()).toEqual(left)
    // Nobody has asked to hide anything.
    const taken = left[0] === 'first thought' ? 'second thought' : 'first thought'
    expect(JSON.stringify(report.edits)).toContain(taken)
  },
)

/** Two turns with an image, of which the provider has refused one: only a loss gets rid of it. */
function seen(refused: string): Line[] {
  const data = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } }
  return [
    user('u1', null, [image, text('look')]),
    assistant('a1', 'u1', 'msg_1', text('one'), 0),
    user('u2', 'a1', [image, text('again')]),
    assistant('a2', 'u2', 'msg_2', text('two'), 0),
    user('u3', 'a2', 'and now?'),
    assistant('e1', 'u3', 'own_1', text(`API Error: 400 ${refused}`), 0, { isApiErrorMessage: true }),
  ]
}

test.each([0, 2])('with the image in message %i another one is found, that was not refused', async (index) => {
  const refused = `messages.${index}.content.0.image.source.base64.data: Could not process image`
  const { environment, ref, repair } = await scene(refused, seen)
  const { findings } = (await checkSession(ref, { environment })).report
  expect(findings.map(({ type, loss, at }) => [type, loss, at?.messageIndex])).toEqual([
    ['media_invalid', 'lossy', index],
  ])
  expect(await repair()).toMatchObject({ status: 'unrepairable', edits: [] })
  expect(await repair({ allow: 'lossy' })).toMatchObject({ status: 'applied', remaining: [] })
})

test('records of repairs that nobody can read take the words of the provider back', async () => {
  const { environment, look } = await scene(signature(1))
  mkdirSync(join(environment.home, '.local/state/session-recovery'), { recursive: true })
  writeFileSync(join(environment.home, '.local/state/session-recovery/backups'), 'no folder')
  expect(await look()).toEqual(['thinking_signature_invalid'])
})

test('what is still coming in a session at work is a fault, or what a crash has left open is none', async () => {
  const { ref } = await scene(signature(1))
  const open = [user('u1', null, 'go'), assistant('a1', 'u1', 'msg_1', call('toolu_1'), 0)]
  writeFileSync(ref.path, toBytes(open))
  const types = async (recentMs: number): Promise<readonly unknown[]> => {
    const { report, purpose } = await checkSession(ref, { recentMs })
    return [purpose, ...report.findings.map(({ type }) => type)]
  }
  expect(await types(60_000)).toEqual(['stored'])
  expect(await types(0)).toEqual(['resumed', 'tool_result_missing'])
  writeFileSync(ref.path, toBytes([...open, user('u2', 'a1', 'and now?')]))
  expect(await types(60_000)).toEqual(['resumed', 'tool_result_missing'])
})

test('who shows an error is told that the last call is still under way, or who shows none that it is lost', async () => {
  const { ref } = await scene(signature(1))
  writeFileSync(ref.path, toBytes([user('u1', null, 'go'), assistant('a1', 'u1', 'msg_1', call('toolu_1'), 0)]))
  const session = await claudeCode.open(ref)
  const types = (options: Partial<EditOptions>): readonly string[] =>
    planEdits(session, { allow: 'synthesised', ...options }).faults.map(({ type }) => type)
  const error = 'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1.'
  expect([types({}), types({ purpose: 'resumed' }), types({ purpose: 'stored' })]).toEqual([
    ['tool_result_missing'],
    ['tool_result_missing'],
    [],
  ])
  for (const purpose of ['stored', 'resumed'] as const)
    expect(types({ purpose, error })).toEqual(['tool_result_missing'])
})

test('a session that is gone has another number of messages than none', async () => {
  const { ref } = await scene(signature(1))
  const { report } = await checkSession({ ...ref, path: `${ref.path}.gone` })
  expect(report).toMatchObject({ status: 'broken', messages: 0, findings: [{ type: 'unreadable_session' }] })
})

test.each([
  ['its file is gone', 'not_found'],
  ['its folder may not be read', 'read_only'],
] as const)('a look at all sessions ends where %s between two looks at one of them', async (_where, code) => {
  const { ref } = await scene(signature(1))
  writeFileSync(ref.path, toBytes([user('u1', null, 'go'), assistant('a1', 'u1', 'msg_1', call('toolu_1'), 0)]))
  const cause = await stat(`${ref.path}.gone`).catch((error: unknown) => error)
  if (code === 'read_only') Object.assign(cause as Error, { code: 'EACCES' })
  vi.spyOn(claudeCode, 'live').mockRejectedValueOnce(cause)
  const { report } = await checkSession(ref)
  expect(report).toMatchObject({ status: 'broken', findings: [{ type: 'unreadable_session', detail: { code } }] })
  const defect = new TypeError('x is not a function')
  vi.spyOn(claudeCode, 'live').mockRejectedValueOnce(defect)
  await expect(checkSession(ref)).rejects.toBe(defect)
})

test('an error that was answered is answered again, and takes what is healthy', async () => {
  const { look, repair, thoughts } = await scene(signature(1))
  await repair()
  expect(await look()).toEqual([])
  expect(await repair()).toMatchObject({ status: 'healthy' })
  expect(await thoughts()).toEqual(['second thought'])
})

test('an undone repair has answered the error for ever', async () => {
  const { look, repair, environment } = await scene(signature(1))
  const { backup } = await repair()
  await undoRepair({ backup: backup! }, environment)
  expect(await look()).toEqual(['thinking_signature_invalid'])
})

test('the stored error outweighs the one that is given', async () => {
  const { repair, thoughts } = await scene(signature(1))
  await repair({ error: signature(3) })
  expect(await thoughts()).toEqual(['first thought'])
})

test('a stored error costs more than what is allowed', async () => {
  const { repair, thoughts } = await scene(signature(1))
  expect(await repair({ allow: 'none' })).toMatchObject({ status: 'unrepairable' })
  expect(await thoughts()).toEqual(['first thought', 'second thought'])
})

test('a stored error that names no place costs the thinking of all turns', async () => {
  const { repair, thoughts } = await scene('Invalid `signature` in `thinking` block')
  const { notes } = await repair()
  expect(notes).toContainEqual(expect.stringMatching(/names no place.* repair \S+ --all$/))
  expect(await thoughts()).toEqual(['first thought', 'second thought'])
})
