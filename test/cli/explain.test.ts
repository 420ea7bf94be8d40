import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findingTypes, guideOf } from '../../src/doctor/guide/finding-guide.ts'
import { faultFamilies } from '../../src/faults/fault-catalogue.ts'
import { claudeHome } from './claude-home.ts'
import { cli, emptyHome } from './run-cli.ts'

const missing =
  '{"type":"error","error":{"type":"invalid_request_error","message":"messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_2. Each `tool_use` block must have a corresponding `tool_result` block in the next message."}}'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('a type of fault has no explanation', () => {
  for (const type of [...Object.values(faultFamilies).flat(), ...findingTypes]) {
    const { title, meaning, repair, mayLose = 'nothing' } = guideOf(type)
    for (const text of [title, meaning, repair, mayLose]) {
      expect(text).toMatch(/^.{4,}$/)
      // Words of the inside.
      expect(text).not.toMatch(/part store|frontier|draft|dialect|strateg(?:y|ies)/i)
    }
  }
})

test('a list of types lacks one, or is no JSON where that was asked for', async () => {
  const { stdout } = await cli(['explain', '--list', '--json'], { home: emptyHome() })
  const { types } = JSON.parse(stdout) as { readonly types: readonly { readonly type: string }[] }
  expect(types.map(({ type }) => type)).toEqual(findingTypes)
  expect(types[0]).toEqual({ type: findingTypes[0], ...guideOf(findingTypes[0]!) })
})

test.each([
  ['API Error: 400 due to tool use concurrency issues.', 'tool_result_missing'],
  ['API Error: 400 orphaned tool_result in conversation history', 'tool_result_orphan'],
  [missing, 'tool_result_missing'],
  ['damaged_line', 'damaged_line'],
])('%j is not explained', async (text, type) => {
  const home = emptyHome()
  const { code, stdout } = await cli(['explain', text], { home })
  expect(code).toBe(0)
  expect(stdout.startsWith(`${type}: ${guideOf(type as 'damaged_line').title}\n`)).toBe(true)
  for (const part of ['  meaning:  ', '  repair:   ', '  may lose: ']) expect(stdout).toContain(part)
  expect(JSON.parse((await cli(['explain', '-', '--json'], { home, input: text })).stdout)).toMatchObject({
    schema: 'session-recovery.explain/1',
    type,
  })
})

test('an error that is not about the conversation is explained as one that is', async () => {
  const { code, stdout } = await cli(['explain', '429 rate_limit_error: too many requests'], { home: emptyHome() })
  expect([code, stdout.split(':')[0]]).toEqual([1, 'The error is not about the structure of the conversation'])
})

test('the place of the fault in the session is not shown', async () => {
  const { home } = claudeHome()
  const broken = await cli(['explain', missing, '--session', 'bbbb0002'], { home })
  expect(broken.code).toBe(1)
  expect(broken.stdout).toContain('  here:     message 1, block 1, line 3\n')
  expect(broken.stdout).toContain('  next:     session-recovery repair bbbb0002\n')
  const healthy = await cli(['explain', missing, '--session', 'aaaa0001'], { home })
  expect([healthy.code, healthy.stdout.includes('not in this session')]).toEqual([0, true])
})

test.each<readonly [what: string, data: string, error: string, here: readonly number[]]>([
  ['an image that may be the one for another', png, 'messages.0.content.0: ', [0]],
  ['images of which each may be the one for a single one', png, '', []],
  ['an image that is none for two', 'AAAA', 'messages.0.content.0: ', [0, 2]],
])('a look at a session takes %s', async (_what, data, path, here) => {
  const home = emptyHome()
  const said = [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }]
  const messages = ['user', 'assistant', 'user'].map((role) => ({ role, content: role === 'user' ? said : 'Yes.' }))
  writeFileSync(join(home, 'list.json'), JSON.stringify(messages))
  const { stdout } = await cli(['explain', `${path}Could not process image`, '--session', './list.json'], { home })
  expect(stdout.match(/(?<=here: {5})message.*/g) ?? []).toEqual(here.map((at) => `message ${at}, block 0, line 1`))
})

test('an empty pipe or file is explained as an error of another kind', async () => {
  const home = emptyHome()
  writeFileSync(join(home, 'error.txt'), ' \n')
  for (const given of ['-', 'error.txt'])
    expect(await cli(['explain', given], { home, cwd: home, input: '\n' })).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('There is nothing to explain.'),
    })
})

test('a type that is mistyped is taken for an error, or an error of one word for a type', async () => {
  const home = emptyHome()
  expect(await cli(['explain', 'tool_result_mising'], { home })).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('There is no type tool_result_mising. Did you mean tool_result_missing?'),
  })
  for (const code of ['rate_limit_error', 'rate_limit_exceeded', 'invalid_image', 'invalid_role'])
    expect(await cli(['explain', code], { home })).toMatchObject({ code: 1, stderr: '' })
})
