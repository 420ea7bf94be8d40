import { expect, test } from 'vitest'
import { diagnose } from '../../../src/repair/diagnose.ts'
import { repair } from '../../../src/repair/repair.ts'

const google = 'https://generativelanguage.googleapis.com/v1beta/openai/'
const standIn = { google: { thought_signature: 'skip_thought_signature_validator' } }
const user = { role: 'user', content: 'Go on.' }
const call = (id: string, extra?: object) => ({
  id,
  type: 'function',
  function: { name: 'f', arguments: '{}' },
  ...(extra && { extra_content: extra }),
})
const signed = { google: { thought_signature: 'RjA=' } }
const step = (...calls: readonly ReturnType<typeof call>[]): readonly object[] => [
  { role: 'assistant', content: null, tool_calls: calls },
  ...calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'ok' })),
]
const at = (model: string, baseURL?: string) =>
  ({ format: 'openai-chat', request: { model }, ...(baseURL && { baseURL }) }) as const

const faultsIn = (list: readonly object[], ...target: Parameters<typeof at>): readonly string[] =>
  diagnose(list, at(...target)).faults.map(({ type }) => type)

// ai.google.dev/gemini-api/docs/thought-signatures: Gemini 3 demands them of each step of the running turn, on its first call.
test.each<[what: string, list: readonly object[], faults: number]>([
  ['one step', [user, ...step(call('a'))], 1],
  ['the first step of two', [user, ...step(call('a')), ...step(call('b', signed))], 1],
  ['the last step of two', [user, ...step(call('a', signed)), ...step(call('b'))], 1],
  ['both steps', [user, ...step(call('a')), ...step(call('b'))], 2],
  ['a call beside a signed one', [user, ...step(call('a', signed), call('b'))], 0],
  ['a turn that is over', [user, ...step(call('a')), user], 0],
])('a call without its signature in %s is not seen where Google asks for it', (_, list, faults) => {
  for (const model of ['gemini-3-pro-preview', 'models/gemini-3.6-flash', 'gemini-10-pro']) {
    // A long session is read in excerpts.
    for (const long of [list, [...Array.from({ length: 20 }, () => [user, ...step(call('x'))]).flat(), ...list]]) {
      expect(faultsIn(long, model, google)).toEqual(Array.from({ length: faults }, () => 'thinking_signature_missing'))
      const { messages, ok } = repair(long, at(model, google))
      expect([ok, JSON.stringify(messages).split(JSON.stringify(standIn)).length - 1]).toEqual([true, faults])
    }
  }
})

test.each([
  ['an older model', 'gemini-2.5-pro', google],
  ['a model of another vendor', 'gemma-3-27b-it', google],
  ['a relay that may sign itself', 'google/gemini-3-pro-preview', 'https://openrouter.ai/api/v1'],
  ['a server that nobody knows', 'gemini-3-pro-preview', 'https://llm.example.com/v1'],
  [
    'a host that only looks like Google',
    'gemini-3-pro-preview',
    'https://generativelanguage.googleapis.com.example.org/v1',
  ],
])('%s is taken to refuse a call without a signature', (_, model, baseURL) => {
  expect(faultsIn([user, ...step(call('a'))], model, baseURL)).toEqual([])
})
