import { describe, expect, test } from 'vitest'
import { expectHealthy, UnhealthyTranscriptError } from '../../src/testing.ts'
import { readImageHeader } from '../../src/testing/provider/shared/image-header.ts'
import { findLoneSurrogate } from '../../src/testing/provider/shared/lone-surrogate.ts'
import { tinyImages, tinyPng } from '../../src/testing/provider/shared/tiny-images.ts'

describe('expectHealthy', () => {
  test('throws on a healthy conversation without a request', () => {
    const call = { type: 'tool_use', id: 't', name: 'f', input: {} }
    const result = { type: 'tool_result', tool_use_id: 't' }
    expect(() =>
      expectHealthy([
        { role: 'user', content: 'a' },
        { role: 'assistant', content: [call] },
        { role: 'user', content: [result] },
      ]),
    ).not.toThrow()
  })

  test('hides the wording of the API', () => {
    const check = (): void => expectHealthy([{ role: 'user', content: '' }], { model: 'claude-opus-5' })
    expect(check).toThrow(UnhealthyTranscriptError)
    expect(check).toThrow('messages.0: user messages must have non-empty content')
  })

  test('accepts anything that is not a list', () => {
    expect(() => expectHealthy('x')).toThrow('messages: Input should be a valid array')
  })
})

describe('the helpers', () => {
  test('misread the type or size of an image', () => {
    for (const { mediaType, data } of tinyImages)
      expect(readImageHeader(Buffer.from(data, 'base64'))).toEqual({ mediaType, width: 1, height: 1 })
    expect(readImageHeader(Buffer.from(tinyPng(8001, 2).data, 'base64'))).toMatchObject({ width: 8001, height: 2 })
    expect(readImageHeader(Buffer.from('no image'))).toBeNull()
  })

  test('miss a lone surrogate, or report a pair or a written escape', () => {
    const found = (text: string): string | undefined => findLoneSurrogate(JSON.stringify(text))?.kind
    expect(found('a\ud83d')).toBe('no low surrogate')
    expect(found('\ud83dx')).toBe('no low surrogate')
    expect(found('\udc4d')).toBe('invalid high surrogate')
    expect(found('👍')).toBeUndefined()
    expect(found('\\ud83d')).toBeUndefined()
    expect(findLoneSurrogate('"\\ud83d\\udc4d"')).toBeNull()
  })
})
