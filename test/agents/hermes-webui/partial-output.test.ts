import { expect, test } from 'vitest'
import { partialOutput } from '../../../src/agents/hermes-webui/partial-output.ts'
import type { RunEvent } from '../../../src/agents/hermes-webui/run-event.ts'

/** `hi` a token, `f?` a call of a tool, `f!yes` its end with an output; a lone `?` or `!` names no tool. */
function runOf(words: readonly string[]): readonly RunEvent[] {
  return words.map((word, at): RunEvent => {
    const [, name, sign, result] = /^(\w*)([?!])(\w*)$/.exec(word) ?? []
    const named = name ? { name } : {}
    if (sign === '?') return { seq: at + 1, event: 'tool', payload: named }
    if (sign === '!') return { seq: at + 1, event: 'tool_complete', payload: { ...named, ...(result && { result }) } }
    return { seq: at + 1, event: word === '~' ? 'odd' : 'token', payload: { text: word } }
  })
}

/** Each message as its words: texts, calls by name with `?`, outputs in brackets behind the place of their call. */
function shown(words: readonly string[], streamID?: string): readonly string[] {
  const messages = partialOutput(runOf(words), streamID)
  const ids = messages.flatMap(({ tool_calls: calls }) => ((calls ?? []) as { id: string }[]).map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
  return messages.map((message) => {
    expect(message).toMatchObject({ _partial: true, _recovered: true })
    expect(message['stream_id']).toBe(streamID)
    if (message['role'] === 'tool') {
      const output = String(message['content'])
      return `[${ids.indexOf(String(message['tool_call_id']))} ${output.includes('unknown') ? '?' : output}]`
    }
    const calls = (message['tool_calls'] ?? []) as { function: { name: string } }[]
    expect('tool_calls' in message).toBe(calls.length > 0)
    return [message['content'], ...calls.map((each) => `${each.function.name}?`)].join(' ')
  })
}

test.each<[words: string, messages: readonly string[]]>([
  ['', []],
  ['~', []],
  ['a b', ['ab']],
  ['a ~ b', ['ab']],
  ['f?', [' f?', '[0 ?]']],
  ['a f? f!yes', ['a f?', '[0 yes]']],
  ['f? g? g!G f!F', [' f? g?', '[0 F]', '[1 G]']],
  ['f? f? f!one f!two', [' f? f?', '[0 one]', '[1 two]']],
  ['f? f? f!one', [' f? f?', '[0 one]', '[1 ?]']],
  ['f? f!', [' f?', '[0 Done; its output was not kept.]']],
  ['? !yes', [' tool?', '[0 yes]']],
  ['f? g!yes', [' f?', '[0 ?]']],
  ['f!yes a', ['a']],
  ['a f? b f? c', ['a f?', '[0 ?]', 'b f?', '[1 ?]', 'c']],
  ['f? a f!late', [' f?', '[0 ?]', 'a']],
])('a run of %j left other messages', (words, messages) => {
  const run = words.split(' ').filter(Boolean)
  expect(shown(run)).toEqual(messages)
  expect(shown(run, 'stream')).toEqual(messages)
})

test('calls of one place in two streams have one id, or a run gives others when it is read again', () => {
  const of = (stream?: string): string => JSON.stringify(partialOutput(runOf(['f?']), stream))
  const ids = [of(), of('a'), of('b')].map((text) => /call_\w+/.exec(text)?.[0])
  expect(new Set(ids).size).toBe(3)
  expect(of('a')).toBe(of('a'))
})
