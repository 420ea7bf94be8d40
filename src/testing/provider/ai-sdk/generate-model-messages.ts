import { createRandom, type Random } from '../shared/random.ts'
import type { JsonRecord } from '../shared/records.ts'

/** Options of the generated list; the same options give the same list. */
export type GenerateListOptions = {
  /** The number of the list: any whole number. */
  seed: number
  /** How many exchanges (default 2 to 6). */
  turns?: number
}

const words = ['read', 'the file', 'tests pass 👍', 'größer', 'why?', 'done', 'line 1\nline 2', '{"a":1}']
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

type Scene = (random: Random, nextId: () => string) => JsonRecord[]

const say = (random: Random): string => random.pick(words)
const textPart = (text: string): JsonRecord => ({ type: 'text', text })

function userMessage(random: Random): JsonRecord {
  if (random.chance(0.5)) return { role: 'user', content: say(random) }
  const extras: JsonRecord[] = [
    { type: 'image', image: png, mediaType: 'image/png' },
    { type: 'file', data: { type: 'data', data: png }, mediaType: 'image/png' },
    { type: 'file', data: { type: 'url', url: new URL('https://example.com/a.pdf') }, mediaType: 'application/pdf' },
    { type: 'file', data: Uint8Array.from([1, 2, 3]), mediaType: 'application/octet-stream', filename: 'a.bin' },
    textPart(''),
  ]
  return { role: 'user', content: [textPart(say(random)), ...(random.chance(0.5) ? [random.pick(extras)] : [])] }
}

function outputOf(random: Random): JsonRecord {
  const outputs: JsonRecord[] = [
    { type: 'text', value: say(random) },
    { type: 'text', value: '' },
    { type: 'json', value: { rows: [1, null, 'x'] } },
    { type: 'json', value: null },
    { type: 'error-text', value: 'no such file' },
    { type: 'error-json', value: { code: 2 } },
    { type: 'execution-denied', reason: 'not now' },
    {
      type: 'content',
      value: [
        { type: 'text', text: say(random) },
        { type: 'file', data: { type: 'data', data: png }, mediaType: 'image/png' },
      ],
    },
  ]
  return random.pick(outputs)
}

const call = (random: Random, toolCallId: string): JsonRecord => ({
  type: 'tool-call',
  toolCallId,
  toolName: random.pick(['read_file', 'search', 'mcp.run']),
  input: random.pick<unknown>([{}, { path: 'a', deep: { list: [1] } }, 'plain text of a custom tool']),
})

const resultOf = ({ toolCallId, toolName }: JsonRecord, random: Random): JsonRecord => ({
  type: 'tool-result',
  toolCallId,
  toolName,
  output: outputOf(random),
})

const reasoning = (random: Random): JsonRecord => ({
  type: 'reasoning',
  text: random.pick(['', 'Let me think.']),
  providerOptions: random.pick<JsonRecord>([
    { anthropic: { signature: random.hex(16) } },
    { openai: { itemId: `rs_${random.hex(8)}` } },
  ]),
})

const answer: Scene = (random) => [
  userMessage(random),
  random.chance(0.4)
    ? { role: 'assistant', content: say(random) }
    : { role: 'assistant', content: [...(random.chance(0.4) ? [reasoning(random)] : []), textPart(say(random))] },
]

const toolLoop: Scene = (random, nextId) => {
  const calls = Array.from({ length: 1 + random.below(3) }, () => call(random, nextId()))
  const results = calls.map((made) => resultOf(made, random))
  const said = random.chance(0.5) ? [textPart(random.pick(['', 'I look.']))] : []
  const split = random.chance(0.3) && results.length > 1
  return [
    userMessage(random),
    { role: 'assistant', content: [...(random.chance(0.3) ? [reasoning(random)] : []), ...said, ...calls] },
    { role: 'tool', content: split ? results.slice(0, 1) : results },
    ...(split ? [{ role: 'tool', content: results.slice(1) }] : []),
    ...(random.chance(0.7) ? [{ role: 'assistant', content: [textPart(say(random))] }] : []),
  ]
}

/** A provider tool; its result may come later, or stay with the provider. */
const serverTool: Scene = (random, nextId) => {
  const made = { ...call(random, nextId()), toolName: 'web_search', input: { query: 'x' }, providerExecuted: true }
  const result = resultOf(made, random)
  const client = call(random, nextId())
  const later = random.below(3)
  if (later === 0)
    return [
      userMessage(random),
      { role: 'assistant', content: [made, client] },
      { role: 'tool', content: [resultOf(client, random)] },
      { role: 'assistant', content: [result, textPart('So.')] },
    ]
  return [
    userMessage(random),
    { role: 'assistant', content: [made, ...(later === 1 ? [result] : []), textPart('Found.')] },
  ]
}

const approval: Scene = (random, nextId) => {
  const made = call(random, nextId())
  const approvalId = `approval-${nextId()}`
  const response = { type: 'tool-approval-response', approvalId, approved: true }
  return [
    userMessage(random),
    {
      role: 'assistant',
      content: [made, { type: 'tool-approval-request', approvalId, toolCallId: made['toolCallId'] }],
    },
    { role: 'tool', content: [response] },
    { role: 'tool', content: [resultOf(made, random)] },
    { role: 'assistant', content: 'It is done.' },
  ]
}

const odd: Scene = (random) => [
  userMessage(random),
  {
    role: 'assistant',
    content: [
      { type: 'custom', kind: 'openai.compaction', providerOptions: { openai: { itemId: 'cmp_1' } } },
      { type: 'file', data: { type: 'data', data: png }, mediaType: 'image/png' },
      { type: 'reasoning-file', data: { type: 'data', data: png }, mediaType: 'image/png' },
    ],
  },
  { role: 'assistant', content: say(random) },
]

const scenes: readonly Scene[] = [answer, toolLoop, toolLoop, toolLoop, serverTool, approval, odd]

/** An approved call at the very end: `ai` runs it before it sends anything. */
const pendingApproval: Scene = (random, nextId) => approval(random, nextId).slice(0, 3)

/**
 * A healthy list of ModelMessages with everything that AI SDK 7 stores: typed outputs, provider-executed tools, approvals,
 * bytes and URLs, empty texts that the SDK leaves out, ids that come back in later turns.
 *
 * @example generateModelMessages({ seed: 3 })
 */
export function generateModelMessages({ seed, turns }: GenerateListOptions): JsonRecord[] {
  const random = createRandom(seed)
  const reuse = random.chance(0.2)
  let count = 0
  const list: JsonRecord[] = random.chance(0.3) ? [{ role: 'system', content: 'Be brief.' }] : []
  const length = turns ?? 2 + random.below(5)
  for (let turn = 0; turn < length; turn += 1) {
    if (reuse) count = 0
    const nextId = (): string => `call_${String((count += 1)).padStart(3, '0')}${reuse ? '' : random.hex(6)}`
    list.push(...random.pick(scenes)(random, nextId))
  }
  if (random.chance(0.15)) list.push(...pendingApproval(random, () => `call_end${random.hex(6)}`))
  else if (random.chance(0.4)) list.push(userMessage(random))
  return list
}
