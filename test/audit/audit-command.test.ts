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

test('a repair of the command ends otherwise than 0, writes without --apply, or cannot be taken back', async () => {
  const scene = hermesScene(lost)
  const home = join(scene.folder, '..')
  const run = (...more: string[]): ReturnType<typeof cli> =>
    cli(['audit', '--session-dir', scene.folder, ...more], { home })
  const before = scene.tree()
  const looked = await run()
  expect(looked).toMatchObject({ code: 1 })
  expect(looked.stderr).toContain(`session-recovery audit --session-dir ${scene.folder} --repair-safe`)
  const dry = await run('--repair-safe', '--json')
  expect(dry.code).toBe(1)
  expect(JSON.parse(dry.stdout)).toMatchObject({ applied: false, clean: false, undo: null, before: { status: 'warn' } })
  expect(scene.tree()).toEqual(before)
  const applied = await run('--repair-safe', '--apply', '--json')
  expect(applied.code).toBe(0)
  expect(scene.count('s')).toBe(2)
  const { undo } = JSON.parse(applied.stdout) as { undo: string }
  expect((await cli(undo.split(' ').slice(1), { home })).code).toBe(0)
  expect(scene.tree()).toEqual(before)
  expect(looked.stdout + applied.stdout).not.toContain('the secret')
})

test.each(casesOf('cli --audit'))('$id: what has to be looked at ends with 0', async ({ given }) => {
  const scene = hermesScene(given)
  const home = join(scene.folder, '..')
  expect((await cli(['audit', '--session-dir', scene.folder, '--json'], { home })).code).toBe(3)
  expect((await cli(['audit', '--session-dir', hermesScene({}).folder], { home })).code).toBe(0)
  expect((await cli(['audit'], { home })).code).toBe(2)
  expect((await cli(['audit', '--session-dir', join(home, 'none')], { home })).code).toBe(2)
  expect((await cli(['audit', '--session-dir', home, '--layout', 'none'], { home })).code).toBe(2)
})

test('a database that is none is left out without a word', async () => {
  const { folder } = hermesScene({})
  const home = join(folder, '..')
  for (const database of [folder, join(home, 'none.db')]) {
    const { code, stderr } = await cli(['audit', '--session-dir', folder, '--state-db', database], { home })
    const remedy = 'Check the path, or leave the database out: then the other copies are compared.'
    expect([code, stderr]).toEqual([2, `session-recovery: There is no database ${database}.\n${remedy}\n`])
  }
})

test('the keys of the JSON stand in another order than the sorted one', async () => {
  const scene = hermesScene(lost)
  const { stdout } = await cli(['audit', '--session-dir', scene.folder, '--json'], { home: join(scene.folder, '..') })
  const keys = (value: unknown): string[][] =>
    typeof value !== 'object' || value === null
      ? []
      : [...(Array.isArray(value) ? [] : [Object.keys(value)]), ...Object.values(value).flatMap(keys)]
  for (const each of keys(JSON.parse(stdout))) expect(each).toEqual([...each].sort())
})
