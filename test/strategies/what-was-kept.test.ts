import { expect, test } from 'vitest'
import { repair } from '../../src/index.ts'

const gone = (message: string): Error => Object.assign(new Error(`404 ${message}`), { status: 404 })
const user = (...parts: object[]): object => ({ role: 'user', content: [{ type: 'text', text: 'Look.' }, ...parts] })
const file = (file_id: string): object => ({ type: 'file', file: { file_id } })
const spoken = (audio: object, content: unknown = null): object => ({ role: 'assistant', content, audio })
const mended = (messages: readonly object[], error: Error): { json: string; loss: string } => {
  const { loss, messages: after } = repair(messages, { format: 'openai-chat', allow: 'lossy', error })
  return { json: JSON.stringify(after), loss }
}

test('a file that is gone takes another one with it, or stays', () => {
  for (const at of [0, 2]) {
    const [first, last] = at === 0 ? ['file-gone1', 'file-kept1'] : ['file-kept1', 'file-gone1']
    const messages = [user(file(first)), { role: 'assistant', content: 'Yes.' }, user(file(last))]
    const { json, loss } = mended(messages, gone('No such File object: file-gone1'))
    expect(loss).toBe('lossy')
    expect(json).toContain('file-kept1')
    expect(json).toMatch(/"file-gone1\\" stood here/)
    expect(json).not.toContain('"file_id":"file-gone1"')
  }
})

test('a file of an item that is gone stays', () => {
  const shown = (file_id: string): object => ({ role: 'user', content: [{ type: 'input_file', file_id }] })
  const error = gone('No such File object: file-gone1')
  const messages = [shown('file-gone1'), shown('file-kept1')]
  const result = repair(messages, { format: 'openai-responses', allow: 'lossy', error })
  expect(JSON.stringify(result.messages)).not.toContain('"file_id":"file-gone1"')
  expect(JSON.stringify(result.messages)).toContain('"file_id":"file-kept1"')
})

test('a file that the list does not name costs others', () => {
  const messages = [user(file('file-kept1'))]
  expect(repair(messages, { format: 'openai-chat', error: gone('No such File object: file-gone1') }).messages).toBe(
    messages,
  )
})

test('what was said goes with the sound that is no longer kept', () => {
  const error = gone("Audio with id 'audio_1' not found.")
  const around = (message: object): object[] => [user(), message, user(), spoken({ id: 'audio_2' }), user()]
  const words = mended(around(spoken({ id: 'audio_1', transcript: 'Good morning.' })), error)
  expect(words.json).toContain('"text":"Good morning."')
  expect(words.loss).toBe('synthesised')
  // Nothing but an id, so that nothing is lost with it.
  const bare = mended(around(spoken({ id: 'audio_1' })), error)
  expect(bare.json).toContain('An audio stood here')
  expect(bare.loss).toBe('synthesised')
  const sound = mended(around(spoken({ id: 'audio_1', data: 'UklGRg==' })), error)
  expect(sound.loss).toBe('lossy')
  const told = mended(around(spoken({ id: 'audio_1', transcript: 'Hello. ' }, 'Hello.')), error)
  expect(told.json).toContain('{"role":"assistant","content":"Hello."}')
  for (const { json } of [words, bare, sound, told]) {
    expect(json).toContain('"audio":{"id":"audio_2"}')
    expect(json).not.toContain('audio_1')
  }
})

test('a sound stays that its speaker may not send', () => {
  const sound = { type: 'input_audio', input_audio: { data: 'UklGRiQAAABXQVZF', format: 'wav' } }
  const shown = { role: 'user', content: [{ type: 'input_text', text: 'Listen.' }, sound] }
  const messages = [shown, { role: 'assistant', content: 'I see.' }, shown]
  const text = "Invalid value: 'input_audio'. Supported values are: 'input_text', 'input_image', and 'input_file'."
  for (const at of [0, 2]) {
    const error = { message: text, param: `input[${at}].content[1].type`, code: 'invalid_value' }
    const result = repair(messages, {
      format: 'openai-responses',
      allow: 'lossy',
      error: Object.assign(new Error(text), { status: 400, error }),
    })
    expect(result.loss).toBe('lossy')
    expect(JSON.stringify(result.messages)).not.toContain('input_audio')
    expect(JSON.stringify(result.messages).match(/An audio.{0,14}stood here/g)).toHaveLength(2)
  }
})

test.each([
  ['first', 1],
  ['last', 7],
])('reasoning that lacks its id, the %s of two, is missed one at a time, or one goes that has it', (_, named) => {
  const thought = (text: string, id?: string): object => ({
    type: 'reasoning',
    ...(id !== undefined && { id }),
    summary: [{ type: 'summary_text', text }],
  })
  const ran = (id: string): object[] => [
    { type: 'function_call', call_id: id, name: 'f', arguments: '{}' },
    { type: 'function_call_output', call_id: id, output: 'ok' },
  ]
  const kept = thought('two', 'rs_2')
  const messages = [
    { role: 'user', content: 'Look.' },
    thought('one'),
    ...ran('call_1'),
    kept,
    ...ran('call_2'),
    thought('three'),
    ...ran('call_3'),
  ]
  const param = `input[${named}].id`
  const error = { message: `Missing required parameter: '${param}'.`, param, code: 'missing_required_parameter' }
  const repaired = repair(messages, { format: 'openai-responses', error: { status: 400, error } })
  expect(repaired.messages.filter((item) => Object(item).type === 'reasoning')).toEqual([kept])
})
