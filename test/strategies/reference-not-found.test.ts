import { expect, test } from 'vitest'
import { detectErrorType, repair } from '../../src/index.ts'
import { assistant, text, user } from './anthropic.ts'

const gone = 'Container not found: container_011CQ2xyzAb'
const error = {
  status: 404,
  error: { type: 'error', error: { type: 'not_found_error', message: gone } },
}
const messages = [user('a'), assistant(text('b')), user('c')]
const skills = [{ type: 'anthropic', skill_id: 'pptx', version: 'latest' }]

test.each([
  ['an id', 'container_011CQ2xyzAb', undefined],
  ['an id alone in an object', { id: 'container_011CQ2xyzAb' }, undefined],
  ['an id beside skills', { id: 'container_011CQ2xyzAb', skills }, { skills }],
])('a machine that is gone is asked for again and again: %s', (_, container, left) => {
  const {
    loss,
    messages: after,
    request,
  } = repair(messages, { format: 'anthropic-messages', request: { container }, error })
  expect([loss, after, request]).toEqual(['none', messages, { container: left }])
})

test.each([
  ['skills alone', { container: { skills } }],
  ['no machine', {}],
])('a request that names no machine loses what it asks for: %s', (_, request) => {
  const { changed, ...left } = repair(messages, { format: 'anthropic-messages', request, error })
  expect([changed, left.messages]).toEqual([false, messages])
})

test('a list that begins with the user alone loses its words with a machine', () => {
  const request = { container: 'container_011CQ2xyzAb' }
  expect(repair([user('a')], { format: 'anthropic-messages', request, error }).loss).toBe('none')
})

test.each(['Error response from daemon: No such container: web_0', 'Container not found: web-1'])(
  'a container of another program is taken for one of the provider: %s',
  (sentence) => expect(detectErrorType({ status: 404, message: sentence })).toBeNull(),
)
