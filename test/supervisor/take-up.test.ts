import { expect, it } from 'vitest'
import type { SessionSupervisor } from '../../src/supervisor.ts'
import { scene, spec } from './scene.ts'

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
