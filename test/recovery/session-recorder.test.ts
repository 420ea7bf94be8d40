import { expect, test } from 'vitest'
import { findFormat } from '../../src/formats/index.ts'
import { SessionRecorder } from '../../src/recovery/session-recorder.ts'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'

const format = findFormat('anthropic-messages')
const asked = { role: 'user', content: 'Read a.txt' }
const called = (id: string): object => ({
  role: 'assistant',
  content: [{ type: 'tool_use', id, name: 'read', input: {} }],
})
const own = called('toolu_01A09q90qw90lq917835lq9')

test.each([
  ['before it stands a question', [asked, own], true],
  ['behind it stands a question', [own, asked], true],
  ['nothing stands beside it', [own], true],
  ['it is that of another conversation', [asked, called('toolu_01B77x31ab56cd827364ef0')], false],
  ['anybody could have it', [asked, called('call_0')], false],
  ['there is none', [asked], false],
  ['there is no message', [], false],
])('the id of a call proves a session, or does not, where %s', async (_where, messages, isProven) => {
  const recorder = new SessionRecorder(createMemoryStore())
  const session = await recorder.find([asked])
  const call = { format, edits: [], isContinued: false, meta: undefined, messages: [asked] }
  const sessionID = await recorder.record({ ...call, session, answer: [own] })
  expect(await recorder.isProven(sessionID, messages)).toBe(isProven)
  const guessable = await recorder.record({ ...call, session: await recorder.find([]), answer: [called('call_0')] })
  expect(await recorder.isProven(guessable, messages)).toBe(false)
})
