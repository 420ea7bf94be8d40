import { expect, test } from 'vitest'
import { repair } from '../../src/repair/repair.ts'
import {
  anthropicMessagesKit as kit,
  createRandom,
  generateAnthropicTranscript,
  partsOf,
  type Place,
  places,
  withParts,
} from '../../src/testing.ts'
import { seeds } from '../seeds.ts'

/** One of each line of models whose thinking is bound to what stands before it. */
const models = ['claude-opus-5-5', 'claude-fable-5-1']

/** What the provider says after one repair of what it refused, told of its error or not. */
function refusedAgain({ apply, opaque }: (typeof kit.corruptions)[number], seed: number, where: Place): string[] {
  const model = models[seed % models.length]!
  const damaged = apply(generateAnthropicTranscript({ seed, turns: 6, model }), createRandom(seed), where)
  const refusal = damaged && kit.judge(damaged)
  if (!refusal) return []
  const { messages, request } = partsOf(kit, damaged)
  const error = Object.assign(new Error(refusal.wording), { status: refusal.status, error: refusal.body })
  return (opaque === true ? [{ error }] : [{ error }, {}]).flatMap((told) => {
    const result = repair(messages as readonly unknown[], { format: kit.format, request, allow: 'lossy', ...told })
    const next = kit.judge(withParts(kit, damaged, result))
    return next ? [`seed ${seed}, ${where}: ${next.wording}`] : []
  })
}

/**
 * A repair changes what later thinking is bound to, wherever it stands in the list. Its plan carries that consequence (I11): the next
 * request is accepted, and no second error has to tell.
 */
test('later thinking that is bound to what a repair changed costs a second refusal', () => {
  const refused = kit.corruptions
    .filter(({ beyondRepair }) => beyondRepair !== true)
    .flatMap((kind, number) =>
      seeds(6).flatMap((seed) =>
        refusedAgain(kind, seed, places[(seed + number) % places.length]!).map((said) => `${kind.name}, ${said}`),
      ),
    )
  expect(refused).toEqual([])
})

const named = (name: string) => kit.corruptions.find((kind) => kind.name === name)!

test.each<[name: string, seed: number]>([
  ['drop-result', 0],
  ['drop-result', 1],
  ['compaction-misplaced', 9],
  ['compaction-misplaced', 10],
])('%s of seed %i: what thinking was bound to has gone with the damage, and nobody asks', (name, seed) => {
  for (const where of places) expect(refusedAgain(named(name), seed, where)).toEqual([])
})

const text = (value: string): object => ({ type: 'text', text: value })
const call = (id: string): object => ({ type: 'tool_use', id, name: 'read', input: {} })
const thinking = (signature: string): object => ({ type: 'thinking', thinking: 'Hm', signature })
const resultAt = (messages: readonly unknown[]): number =>
  messages.findIndex((message) => JSON.stringify(message).includes('tool_result'))

test.each<[what: string, calling: readonly (readonly object[])[], at: number]>([
  ['one message', [[thinking('AAAA'), call('a')]], 2],
  ['two messages', [[thinking('AAAA'), call('a')], [call('b')]], 3],
])('the lost result of a call in %s goes behind what the model thought of it', (_, calling, at) => {
  const list = [
    { role: 'user', content: 'Hi' },
    ...calling.map((content) => ({ role: 'assistant', content })),
    { role: 'assistant', content: [thinking('BBBB'), text('So')] },
    { role: 'user', content: 'And?' },
  ]
  const repaired = (model: string) => repair(list, { format: kit.format, request: { model } })
  const bound = repaired(models[0]!)
  expect(resultAt(bound.messages)).toBe(at)
  expect(bound.request).toMatchObject({ thinking: { block_binding: { prefix_mismatch_behavior: 'drop_block' } } })
  expect(repair(bound.messages, { format: kit.format, request: { model: models[0], ...bound.request } }).ok).toBe(true)
  // Where thinking is not bound, the result stays where all others are.
  const free = repaired('claude-sonnet-4-5')
  expect([resultAt(free.messages), free.request]).toEqual([list.length - 1, undefined])
})
