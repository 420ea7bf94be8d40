import { expect, it } from 'vitest'
import type { SessionSupervisor } from '../../src/supervisor.ts'
import { type Scene, scene, spec } from './scene.ts'

it.each<[string, (supervisor: SessionSupervisor) => Promise<unknown>]>([
  ['registered before', (supervisor) => supervisor.start()],
  [
    'recovered before',
    async (supervisor) => {
      await supervisor.recover('s', { class: 'exit' })
      await supervisor.start()
    },
  ],
  ['being recovered', (supervisor) => Promise.all([supervisor.recover('s', { class: 'exit' }), supervisor.start()])],
  [
    'recovered at once',
    async (supervisor) => {
      const recovered = new Promise((resolve) =>
        supervisor.on('started', () => resolve(supervisor.recover('s', { class: 'exit' }))),
      )
      await supervisor.start()
      await recovered
    },
  ],
])('the program of a session that was %s when its supervisor started ends unseen', async (_, begun) => {
  const { supervisor, clock, executor, told } = scene()
  await supervisor.register('s', spec)
  await clock.until(begun(supervisor))
  executor.programs.at(-1)!.end()
  await clock.advance(60_000)
  expect(told.filter((event) => event === 'ended')).toEqual(['ended'])
  expect(executor.running()).toBe(1)
  await clock.until(supervisor.stop())
})

it.each<[string, string, (scene: Scene) => Promise<unknown>]>([
  [
    'could not be recovered',
    'parked',
    ({ clock, supervisor, executor }) => {
      executor.start = () => Promise.reject(new Error('No.'))
      return clock.until(supervisor.recover('s', { class: 'exit' }))
    },
  ],
  [
    'was recovered and has done its work',
    'ended',
    async ({ clock, supervisor, executor }) => {
      await clock.until(supervisor.recover('s', { class: 'exit' }))
      executor.programs[0]!.end({ code: 0 })
      await clock.settle()
    },
  ],
])('the program of a session that %s before its supervisor started is started once more', async (_, state, before) => {
  const all = scene()
  const { supervisor, clock, executor } = all
  const { start } = executor
  await supervisor.register('s', spec)
  await before(all)
  executor.start = start
  await clock.until(supervisor.start())
  expect([supervisor.statistics().sessions['s']?.state, executor.running()]).toEqual([state, 0])
  await clock.until(supervisor.stop())
})
