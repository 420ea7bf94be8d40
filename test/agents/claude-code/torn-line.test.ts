import { expect, test } from 'vitest'
import { damageReader } from '../../../src/agents/claude-code/torn-line.ts'

const hull = { parentUuid: 'p', sessionId: 's', cwd: '/a', version: '2' }
const answer = { id: 'm', role: 'assistant', content: [{ type: 'text', text: 'Half' }] }
const ofTorn = (value: object, timestamp?: string): object | undefined =>
  damageReader(timestamp).ofTorn({ ...hull, ...value })

test.each<[what: string, value: object, read: object | undefined]>([
  [
    'an answer without its end',
    { message: answer },
    {
      type: 'assistant',
      message: {
        ...answer,
        // Claude Code counts both when it resumes.
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 0, output_tokens: 0 },
      },
    },
  ],
  [
    'an answer with its counts',
    { message: { ...answer, usage: { input_tokens: 7 } } },
    { message: { ...answer, stop_reason: null, stop_sequence: null, usage: { input_tokens: 7 } } },
  ],
  [
    'a prompt',
    { type: 'user', message: { role: 'user', content: 'Half' } },
    { message: { role: 'user', content: 'Half' } },
  ],
  ['a prompt that says nothing', { type: 'user', message: { role: 'user', content: ' ' } }, undefined],
  ['a prompt in an answer', { type: 'user', message: answer }, undefined],
  ['what is no line of a conversation', { type: 'system', message: { ...answer, role: 'system' } }, undefined],
  ['nothing', {}, undefined],
])('%s that was cut off is read otherwise', (_, value, read) => {
  const torn = ofTorn(value)
  expect(torn && Object.fromEntries(Object.entries(torn).filter(([key]) => key in (read ?? {})))).toEqual(read)
})

test('a line that was cut off gets another id each time, or a time of its own in place of the one that it has', () => {
  expect(ofTorn({ message: answer })).toEqual(ofTorn({ message: answer }))
  expect(ofTorn({ message: answer, uuid: 'u' })).toMatchObject({ uuid: 'u' })
  expect(ofTorn({ message: answer })).not.toHaveProperty('timestamp')
  expect(ofTorn({ message: answer }, 'before')).toMatchObject({ timestamp: 'before' })
  expect(ofTorn({ message: answer, timestamp: 'own' }, 'before')).toMatchObject({ timestamp: 'own' })
})
