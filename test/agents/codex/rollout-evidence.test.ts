import { expect, test } from 'vitest'
import type { Rollout, RolloutItem } from '../../../src/agents/codex/rollout.ts'
import { rolloutEvidence } from '../../../src/agents/codex/rollout-evidence.ts'
import type { Block } from '../../../src/transcript/transcript.ts'

const thought = (name: string): object => ({
  type: 'reasoning',
  id: `rs_${name}`,
  summary: [],
  encrypted_content: name,
})
const says = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'ok' }] }
const asks = { role: 'user', content: [{ type: 'input_text', text: 'go' }] }
const calls = { type: 'function_call', name: 'f', arguments: '{}', call_id: 'c' }
const output = { type: 'function_call_output', call_id: 'c', output: 'o' }

/** Items, each said in the turn of the model before the colon: `old:a` a thought, others by their names. */
const named: Readonly<Record<string, object>> = { says, asks, calls, output }
const itemsOf = (line: string): readonly RolloutItem[] =>
  line.split(' ').map((word) => {
    const [model, name = ''] = word.split(':')
    return { item: named[name] ?? thought(name), ...(model && { model }) } as unknown as RolloutItem
  })

test.each<[line: string, makers: readonly (string | undefined)[]]>([
  ['old:a', ['old']],
  ['now:a', [undefined]],
  ['old:a now:b', [undefined, undefined]],
  ['now:b old:a', [undefined, 'old']],
  [':a', [undefined]],
  // What stood before an answer of the model, it has read.
  ['old:a now:says', [undefined]],
  ['old:a now:calls', [undefined]],
  ['old:a now:asks', ['old']],
  ['old:a now:output', ['old']],
  ['now:says old:a', ['old']],
  ['now:says old:a now:says', [undefined]],
  ['now:says old:a now:says old:b', [undefined, 'old']],
  ['old:a old:says', ['old']],
])('in %s thoughts have other makers', (line, makers) => {
  const items = itemsOf(line)
  const { makerOf } = rolloutEvidence({ items, model: 'now', outputs: {} } as unknown as Rollout)
  const told = items.flatMap(({ item }) => {
    const signature = (item as { encrypted_content?: string }).encrypted_content
    return signature === undefined ? [] : [makerOf!({ signature } as Block)]
  })
  expect(told.map((maker) => maker?.trim())).toEqual(makers)
})
