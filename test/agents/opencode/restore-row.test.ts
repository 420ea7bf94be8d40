import { expect, test } from 'vitest'
import { restoreMessage } from '../../../src/agents/opencode/restore-row.ts'
import type { StoredRow } from '../../../src/agents/opencode/stored-rows.ts'

const rowOf = (id: string, value: unknown, messageId = id): StoredRow => ({
  id,
  messageId,
  timeCreated: 5,
  timeUpdated: 6,
  text: typeof value === 'string' ? value : JSON.stringify(value),
})
const model = { providerID: 'p', modelID: 'm' }
const prompt = rowOf('m1', { role: 'user', time: { created: 1 }, agent: 'plan', model })
const bare = { cost: 0, tokens: { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } } }
const answer = {
  parentID: 'm1',
  role: 'assistant',
  mode: 'plan',
  agent: 'plan',
  path: { cwd: '/w', root: '/w' },
  ...bare,
  ...model,
  time: { created: 5, completed: 6 },
}
const spoken = rowOf('p2', { type: 'reasoning', text: 'Hm.' }, 'm2')

test.each<[what: string, text: string, value: object]>([
  ['nothing', '', answer],
  ['no role', '{"cost":7', { ...answer, cost: 7 }],
  ['its role', '{"role":"assistant","time":{"created":2}', { ...answer, time: { created: 2 } }],
  ['another agent', '{"role":"assistant","agent":"build"', { ...answer, agent: 'build', mode: 'build' }],
])('of an answer that is torn and holds %s another one is made', (_, text, value) => {
  const torn = rowOf('m2', text)
  const session = {
    id: 's',
    version: '1',
    directory: '/w',
    revert: undefined,
    messages: [prompt, torn],
    parts: [spoken],
  }
  const restored = restoreMessage(torn, session as never, () => undefined)
  expect(restored).toEqual({ value: { ...value }, from: 'completed' })
})

test.each<[what: string, near: readonly StoredRow[], value: object | undefined]>([
  ['a prompt beside it', [prompt], { role: 'user', time: { created: 5, completed: 6 }, agent: 'plan', model }],
  [
    'an answer beside it',
    [rowOf('m3', { ...answer, parentID: 'm2' })],
    { role: 'user', time: { created: 5, completed: 6 }, agent: 'plan', model },
  ],
  ['nothing beside it', [], undefined],
])('of a prompt that is torn with %s another one is made', (_, near, value) => {
  const torn = rowOf('m2', '')
  const session = { id: 's', version: '1', directory: '/w', revert: undefined, messages: [torn, ...near], parts: [] }
  const restored = restoreMessage(torn, session as never, () => undefined)
  expect(restored).toEqual(value && { value, from: 'completed' })
  // What the program itself has kept beats what is told by others.
  expect(restoreMessage(torn, session as never, () => answer)).toEqual({ value: answer, from: 'event' })
  expect(restoreMessage(torn, session as never, () => ({ role: 'assistant' }))).toEqual(restored)
})
