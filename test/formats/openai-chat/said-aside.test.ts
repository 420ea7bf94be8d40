import { describe, expect, test } from 'vitest'
import { repair } from '../../../src/repair/repair.ts'

const user = (content: string): object => ({ role: 'user', content })
const refusal = { role: 'assistant', content: null, refusal: 'I will not.' }
const audio = { role: 'assistant', content: null, audio: { id: 'audio_1', transcript: 'I say so.' } }
const mute = { role: 'assistant', content: null, audio: { id: 'audio_1' } }
const plain = { role: 'assistant', content: 'c' }

const places = (message: object): readonly (readonly [string, readonly object[], number])[] => [
  ['first', [user('a'), message, user('b')], 1],
  ['in the middle', [user('a'), plain, user('b'), message, user('d')], 3],
  ['twice', [user('a'), message, user('b'), message, user('d')], 3],
]

describe('what a model says beside its content', () => {
  test.each(
    places(refusal).flatMap((row) =>
      ['deepseek', 'moonshot', 'xai', 'qwen', 'zhipu', 'minimax'].map((dialect) => [...row, dialect] as const),
    ),
  )('is no content to who asks for one: a refusal %s, %s', (_where, messages, at, dialect) => {
    const { loss, messages: repaired } = repair(messages, { format: 'openai-chat', dialect })
    expect(repaired[at]).toEqual({ ...refusal, content: 'I will not.' })
    expect(loss).toBe('none')
  })

  test.each(places(audio))('is lost where nobody hears it: %s', (_where, messages, at) => {
    const { loss, messages: repaired } = repair(messages, { format: 'openai-chat', dialect: 'deepseek' })
    expect(repaired[at]).toEqual({ ...audio, content: 'I say so.' })
    expect(loss).toBe('none')
  })

  test('is told as empty where its words are on the server of another', () => {
    const { loss, messages } = repair([user('a'), mute, user('b')], { format: 'openai-chat', dialect: 'deepseek' })
    expect(messages[1]).toEqual({ ...mute, content: '[session-recovery] This message was spoken.' })
    expect(loss).toBe('synthesised')
  })

  test.each([
    ['OpenAI', [user('a'), refusal, user('b'), audio, user('c'), mute, user('d')], 'openai'],
    ['who has not said so yet', [user('a'), refusal, user('b')], 'groq'],
  ])('is written anew for %s', (_who, messages, dialect) => {
    expect(repair(messages, { format: 'openai-chat', dialect }).messages).toBe(messages)
  })

  test('comes back as an empty text from who wants words', () => {
    const error = { status: 400, error: { message: "Invalid value for 'content': expected a string, got null." } }
    const { messages } = repair([user('a'), refusal, user('b')], { format: 'openai-chat', dialect: 'groq', error })
    expect(messages[1]).toEqual({ ...refusal, content: 'I will not.' })
  })

  test('goes with a field that is refused', () => {
    const message =
      "'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'refusal' is unsupported)]"
    const error = { status: 400, error: { message, type: 'invalid_request_error' } }
    const list = [user('a'), { ...plain, refusal: 'I will not.' }, user('b')]
    const { messages } = repair(list, { format: 'openai-chat', dialect: 'groq', error })
    expect(JSON.stringify(messages[1])).toContain('I will not.')
    expect(messages[1]).not.toHaveProperty('refusal')
  })
})

describe('a part of a tool that is refused by its type', () => {
  const asks = {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }],
  }
  const file = { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0x' } }
  const result = { role: 'tool', tool_call_id: 'c1', content: [{ type: 'text', text: 'x' }, file] }
  const target = { format: 'openai-chat', baseURL: 'https://llm.example.com/v1', request: { model: 'm' } } as const

  test.each([
    ['by its place', "Invalid value: 'file'. Supported values are: 'text'.", 'messages[2].content[1].type'],
    ['by its type alone', 'messages[2]: unknown variant `file`, expected `text` at line 1 column 43', null],
  ])('is sent again %s', (_how, message, param) => {
    const list = [user('a'), asks, result, user('b')]
    expect(repair(list, target).messages).toBe(list)
    const error = { status: 400, error: { message, type: 'invalid_request_error', param } }
    const { loss, messages } = repair(list, { ...target, error })
    expect(JSON.stringify(messages[2])).not.toContain('"file"')
    expect(messages[3]).toEqual({ role: 'user', content: [file] })
    expect(loss).toBe('none')
  })

  test('is moved from a user who may show it', () => {
    const list = [{ role: 'user', content: [{ type: 'text', text: 'a' }, file] }, asks, result, user('b')]
    const error = { status: 400, error: { message: "Invalid value: 'video'.", param: 'messages[2].content[0].type' } }
    expect(JSON.stringify(repair(list, { ...target, error }).messages[2])).toContain('"file"')
  })
})

test('pictures go with the sound that a model does not hear', () => {
  const sound = { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } }
  const image = { type: 'image_url', image_url: { url: 'https://a.example/b.png' } }
  const list = [{ role: 'user', content: [{ type: 'text', text: 'a' }, image, sound] }]
  const message = 'Invalid content type. input_audio is only supported by certain models.'
  const error = { status: 400, error: { message, param: 'messages.[0].content.[2].type' } }
  const { loss, messages } = repair(list, { format: 'openai-chat', dialect: 'openai', error, allow: 'lossy' })
  expect(JSON.stringify(messages)).toContain('b.png')
  expect(JSON.stringify(messages)).not.toContain('UklGRg==')
  expect(loss).toBe('lossy')
})
