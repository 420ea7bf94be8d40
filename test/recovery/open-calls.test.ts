import { describe, expect, test } from 'vitest'
import type { RequestBody } from '../../src/formats/format.ts'
import { findFormat } from '../../src/formats/index.ts'
import { mentions, openCalls } from '../../src/recovery/calls/open-calls.ts'
import { assistant, call, found, result, search, text, user } from '../strategies/anthropic.ts'

const format = findFormat('anthropic-messages')
const asking = [assistant(text('Yes.'), call('a'), call('b'))]

test.each<[request: RequestBody, isAnswer: boolean]>([
  [{ tool_choice: { type: 'tool', name: 'give' } }, true],
  [{ tool_choice: { type: 'function', function: { name: 'give' } } }, true],
  [{ tool_choice: { type: 'custom', custom: { name: 'give' } } }, true],
  [{ toolConfig: { toolChoice: { tool: { name: 'give' } } } }, true],
  [{ toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['give'] } } }, true],
  [{ toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['read', 'write'] } } }, false],
  [{ toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: [] } } }, false],
  [{ toolConfig: { functionCallingConfig: { mode: 'ANY' } } }, false],
  [{ toolConfig: { toolChoice: { any: {} } } }, false],
  [{ tool_choice: { type: 'any' } }, false],
  [{ tool_choice: { type: 'allowed_tools', allowed_tools: { tools: [{ name: 'give' }] } } }, false],
  [{ tool_choice: 'required' }, false],
  [{}, false],
])('%j makes a call the answer, or leaves one without its result', (request, isAnswer) => {
  expect(openCalls(format, request, asking)).toEqual(isAnswer ? [] : ['a', 'b'])
})

describe('a call', () => {
  test('is open although it has its result, or the server runs it', () => {
    expect(openCalls(format, {}, [assistant(call('a'), call('b')), user(result('a'))])).toEqual(['b'])
    expect(openCalls(format, {}, [assistant(search('s'), found('s'), call('a'))])).toEqual(['a'])
    expect(openCalls(format, {}, [assistant(search('s'))])).toEqual([])
  })

  test('is not found in what mentions it, or found where it is not', () => {
    const calls = new Set(['a'])
    for (const messages of [[...asking, user('x')], [user('x'), user(result('a'))], asking])
      expect(mentions(format, messages, calls)).toBe(true)
    expect(mentions(format, [user('a'), assistant(call('b')), user(result('b'))], calls)).toBe(false)
    expect(mentions(format, [], calls)).toBe(false)
  })
})
