import type { GenerateListOptions } from '../ai-sdk/generate-model-messages.ts'
import { createRandom, type Random } from '../shared/random.ts'
import type { JsonRecord } from '../shared/records.ts'

const words = ['read', 'the file', 'tests pass 👍', 'größer', 'why?', 'line 1\nline 2']

const human = (random: Random): JsonRecord => {
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }
  const blocks = [{ type: 'text', text: random.pick(words) }, ...(random.chance(0.4) ? [image] : [])]
  return { type: 'human', content: random.chance(0.6) ? random.pick(words) : blocks }
}

const call = (random: Random, id: string): JsonRecord => ({
  type: 'tool_call',
  id,
  name: random.pick(['read_file', 'search']),
  args: random.pick<JsonRecord>([{}, { path: 'a' }, { deep: { list: [1] } }]),
})

/** The content of a message with calls: none, text, or the provider's blocks, which repeat the calls. */
function contentBeside(calls: readonly JsonRecord[], random: Random): JsonRecord {
  const kind = random.below(6)
  if (kind === 0) return { content: '' }
  if (kind === 1) return { content: 'I look.' }
  const repeated = calls.map(({ id, name, args }) => ({ type: 'tool_use', id, name, input: args }))
  const thinking = { type: 'thinking', thinking: 'Hm.', signature: random.hex(12) }
  if (kind === 2) return { content: [thinking, { type: 'text', text: 'I look.' }, ...repeated] }
  const raw = calls.map(({ id, name, args }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }))
  if (kind === 4) return { content: repeated }
  // Older clients know only the provider's raw calls.
  const only = kind === 5 && { tool_calls: random.chance(0.5) ? [] : undefined }
  return { content: '', additional_kwargs: { tool_calls: raw }, ...only }
}

function toolMessage({ id, name }: JsonRecord, random: Random): JsonRecord {
  const outcomes: JsonRecord[] = [
    { content: random.pick(words), status: 'success' },
    { content: '' },
    { content: 'no such file', status: 'error' },
    { content: [{ type: 'text', text: 'rows' }], artifact: { rows: [1, 2] } },
    { content: [] },
  ]
  return { type: 'tool', tool_call_id: id, name, ...random.pick(outcomes) }
}

function turn(random: Random, nextId: () => string): JsonRecord[] {
  const answer = {
    type: 'ai',
    content: random.chance(0.5) ? random.pick(words) : [{ type: 'text', text: random.pick(words) }],
  }
  if (random.chance(0.3)) return [human(random), answer]
  const list = [human(random)]
  const rounds = 1 + random.below(2)
  for (let round = 0; round < rounds; round += 1) {
    const calls = Array.from({ length: 1 + random.below(3) }, () => call(random, nextId()))
    const results = calls.map((made) => toolMessage(made, random))
    if (random.chance(0.3)) results.reverse()
    list.push({ type: 'ai', tool_calls: calls, ...contentBeside(calls, random) }, ...results)
  }
  return random.chance(0.7) ? [...list, answer] : list
}

/**
 * A healthy list of LangChain messages as plain objects (`{ type: 'ai', content, tool_calls }`): tool loops with parallel
 * calls, the providers' content that repeats them, artifacts, statuses, ids that come back in later turns.
 *
 * @example generateLangchainMessages({ seed: 3 })
 */
export function generateLangchainMessages({ seed, turns }: GenerateListOptions): JsonRecord[] {
  const random = createRandom(seed)
  const reuse = random.chance(0.2)
  let count = 0
  const nextId = (): string => `call_${(count += 1)}${reuse ? '' : random.hex(6)}`
  const list: JsonRecord[] = random.chance(0.3) ? [{ type: 'system', content: 'Be brief.' }] : []
  const length = turns ?? 2 + random.below(5)
  for (let index = 0; index < length; index += 1) {
    if (reuse) count = 0
    list.push(...turn(random, nextId))
  }
  if (random.chance(0.4)) list.push(human(random))
  return list
}
