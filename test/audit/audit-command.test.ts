import { expect, test } from 'vitest'
import { join } from 'node:path'
import { cli } from '../cli/run-cli.ts'
import { casesOf } from './hermes-cases.ts'
import { hermesScene } from './hermes-scene.ts'

const user = { role: 'user', content: 'the secret' }
const answer = { role: 'assistant', content: 'an answer' }
const lost = {
  files: {
    's.json': { session_id: 's', messages: [user] },
    's.json.bak': { session_id: 's', messages: [user, answer] },
  },
}

test('a repair of the command ends otherwise than 0, writes without --apply, or cannot be taken back', () => {
  const scene = hermesScene(lost)
  const home = join(scene.folder, '..')
  const run = (...more: string[]): ReturnType<typeof cli> =>
    cli(['audit', '--session-dir', scene.folder, ...more], { home })
  const before = scene.tree()
  const looked = run()
  expect(looked).toMatchObject({ code: 1 })
  expect(looked.stderr).toContain(`session-recovery audit --session-dir ${scene.folder} --repair-safe`)
  const dry = run('--repair-safe', '--json')
  expect(dry.code).toBe(1)
  expect(JSON.parse(dry.stdout)).toMatchObject({ applied: false, clean: false, undo: null, before: { status: 'warn' } })
  expect(scene.tree()).toEqual(before)
  const applied = run('--repair-safe', '--apply', '--json')
  expect(applied.code).toBe(0)
  expect(scene.count('s')).toBe(2)
  const { undo } = JSON.parse(applied.stdout) as { undo: string }
  expect(cli(undo.split(' ').slice(1), { home }).code).toBe(0)
  expect(scene.tree()).toEqual(before)
  expect(looked.stdout + applied.stdout).not.toContain('the secret')
})

test.each(casesOf('cli --audit'))('$id: what has to be looked at ends with 0', ({ given }) => {
  const scene = hermesScene(given)
  const home = join(scene.folder, '..')
  expect(cli(['audit', '--session-dir', scene.folder, '--json'], { home }).code).toBe(3)
  expect(cli(['audit', '--session-dir', hermesScene({}).folder], { home }).code).toBe(0)
  expect(cli(['audit'], { home }).code).toBe(2)
  expect(cli(['audit', '--session-dir', join(home, 'none')], { home }).code).toBe(2)
  expect(cli(['audit', '--session-dir', home, '--layout', 'none'], { home }).code).toBe(2)
})

test('the keys of the JSON stand in another order than the sorted one', () => {
  const scene = hermesScene(lost)
  const { stdout } = cli(['audit', '--session-dir', scene.folder, '--json'], { home: join(scene.folder, '..') })
  const keys = (value: unknown): string[][] =>
    typeof value !== 'object' || value === null
      ? []
      : [...(Array.isArray(value) ? [] : [Object.keys(value)]), ...Object.values(value).flatMap(keys)]
  for (const each of keys(JSON.parse(stdout))) expect(each).toEqual([...each].sort())
})
