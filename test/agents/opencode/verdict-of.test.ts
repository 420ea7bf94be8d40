import { expect, test } from 'vitest'
import type { SoundMessage } from '../../../src/agents/opencode/sound-session.ts'
import { verdictOf } from '../../../src/agents/opencode/verdict-of.ts'

const told = (value: object, ...types: readonly string[]): unknown =>
  verdictOf({
    row: { id: 'm', timeUpdated: 7 },
    value: { role: 'assistant', ...value },
    parts: types.map((type) => ({ value: { type } })),
  } as unknown as SoundMessage)
const failed = (name: string, data?: object): object => ({ error: { name, ...(data && { data }) } })
const says = (words: string): object => ({ says: words, record: { id: 'm' }, atMs: 7 })

test.each<[value: object, types: readonly string[], verdict: unknown]>([
  [{}, ['text'], 'accepted'],
  [{}, ['reasoning'], 'accepted'],
  [{}, ['tool'], 'accepted'],
  [{}, ['step-finish'], 'accepted'],
  [{}, ['step-start', 'tool'], 'accepted'],
  [{}, ['step-start'], undefined],
  [{}, [], undefined],
  [{ role: 'user' }, ['text'], undefined],
  [{ role: 'user', ...failed('APIError', { message: 'no' }) }, [], undefined],
  [failed('MessageAbortedError'), ['text'], 'accepted'],
  [failed('MessageAbortedError'), [], undefined],
  [failed('APIError', { responseBody: 'body', message: 'short' }), [], says('body')],
  [failed('APIError', { responseBody: 'body' }), ['text'], says('body')],
  [failed('APIError', { responseBody: '', message: 'short' }), [], says('short')],
  [failed('APIError', { message: 'short' }), [], says('short')],
  [failed('APIError'), [], says('')],
])('of an answer %j with %j the provider is told to have judged otherwise', (value, types, verdict) => {
  expect(told(value, ...types)).toEqual(verdict)
})
