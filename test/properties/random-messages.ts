import type { FormatName } from '../../src/formats/format-name.ts'
import { copyData } from '../../src/testing/provider/shared/copy-data.ts'
import { createRandom, type Kit, kits, partsOf, type Random } from '../../src/testing.ts'

type Fields = Record<string, unknown>

/** A list of messages that no program would write, and what of it people and tools have said. */
export interface RandomConversation {
  readonly messages: readonly unknown[]
  readonly request: Fields
  /** Strings of a user or a tool, each of them unique; payloads of media. */
  readonly said: readonly string[]
}

const roles = ['user', 'assistant', 'model', 'tool', 'system', 'developer', 'function', 'User', '', null, undefined]
const junk: readonly unknown[] = [null, 5, '', [], {}, true, [null], undefined]

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)

/** Where the formats keep what a message says. */
const contentFields = ['content', 'parts', 'text', 'output']

const pools = new Map<FormatName, { messages: Fields[]; blocks: unknown[] }>()

/** Messages and blocks of healthy conversations of one format, as material. */
function poolOf(kit: Kit<FormatName>): { messages: Fields[]; blocks: unknown[] } {
  const known = pools.get(kit.format)
  if (known !== undefined) return known
  const messages = Array.from({ length: 40 }, (_, seed) => partsOf(kit, kit.generate({ seed: seed + 1 })).messages)
    .flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []))
    .filter(isFields)
  const blocks = messages.flatMap((message) =>
    contentFields.flatMap((field) => (Array.isArray(message[field]) ? (message[field] as unknown[]) : [])),
  )
  const pool = { messages, blocks: blocks.length > 0 ? blocks : [{ type: 'text', text: 'a' }] }
  pools.set(kit.format, pool)
  return pool
}

function randomContent(pool: { blocks: unknown[] }, random: Random): unknown {
  if (random.chance(0.2)) return 'plain text'
  if (random.chance(0.1)) return random.pick(junk)
  if (random.chance(0.05)) return copyData(random.pick(pool.blocks))
  return Array.from({ length: random.below(4) }, () => {
    if (random.chance(0.06)) return 'bare text'
    if (random.chance(0.04)) return random.pick(junk)
    const block = copyData(random.pick(pool.blocks))
    if (isFields(block) && random.chance(0.15)) delete block[random.pick(Object.keys(block)) ?? '']
    if (isFields(block) && random.chance(0.06)) block[random.pick(['text', 'content', 'note'])] = 'more text'
    return block
  })
}

function randomMessage(pool: { messages: Fields[]; blocks: unknown[] }, random: Random): unknown {
  if (random.chance(0.03)) return random.pick<unknown>([...junk, 'a bare message'])
  const message = copyData(random.pick(pool.messages))
  if (random.chance(0.25)) message['role'] = random.pick(roles)
  if (random.chance(0.4)) {
    const field = contentFields.find((name) => name in message)
    if (field !== undefined) message[field] = randomContent(pool, random)
  }
  return message
}

/** Blocks in which a tool speaks, whoever's message they stand in. */
const results =
  /tool_result|tool-result|tool-output|function_response|functionResponse|toolResult|call_output|codeExecutionResult/

/**
 * Random messages out of the material of a format: foreign roles, contents of every shape, blocks without their fields, all in
 * any order. The same seed gives the same list.
 */
export function randomConversation(format: FormatName, seed: number): RandomConversation {
  const kit: Kit<FormatName> = kits[format]
  const random = createRandom(seed)
  const pool = poolOf(kit)
  const { request } = partsOf(kit, kit.generate({ seed }))
  const said: string[] = []
  const messages = Array.from({ length: 1 + random.below(7) }, () => randomMessage(pool, random)).map((message) =>
    withSayings(message, said),
  )
  return { messages, request, said }
}

/** The message with a unique word in each place where a person or a tool speaks. */
function withSayings(message: unknown, said: string[]): unknown {
  if (typeof message === 'string') return message === '' ? '' : wordOf(said)
  if (!isFields(message)) return message
  const isPersons = ['user', 'tool', 'system', 'developer', 'function', 'User'].includes(String(message['role']))
  return replaced(message, isPersons || results.test(String(message['type'])), said)
}

const contentKeys = new Set([
  ...contentFields,
  'url',
  'image_url',
  'response',
  'json',
  'result',
  'value',
  'error',
  'errorText',
])

/** Thoughts and summaries are the model's, whoever's message they stand in; a later summary stands for an earlier one. */
function isThought({ thought, type }: Fields): boolean {
  return thought === true || ['thinking', 'reasoning', 'redacted_thinking', 'compaction'].includes(String(type))
}

function replaced(value: Fields, speaks: boolean, said: string[]): Fields {
  if (isThought(value) || 'reasoningContent' in value) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      contentKeys.has(key) || isFields(inner) || Array.isArray(inner) ? spoken(inner, key, speaks, said) : inner,
    ]),
  )
}

function spoken(value: unknown, key: string, speaks: boolean, said: string[]): unknown {
  const toolSpeaks = speaks || results.test(key)
  if (typeof value === 'string') return toolSpeaks ? saying(value, key, said) : value
  if (Array.isArray(value)) return value.map((item) => spoken(item, key, toolSpeaks, said))
  if (!isFields(value)) return value
  return replaced(value, toolSpeaks || results.test(String(value['type'])), said)
}

function saying(value: string, key: string, said: string[]): string {
  if (key === 'url' || key === 'image_url')
    return value.startsWith('https:') ? `https://example.com/${wordOf(said)}.png` : value
  return contentKeys.has(key) && value.trim() !== '' ? wordOf(said) : value
}

function wordOf(said: string[]): string {
  const word = `word${said.length}word`
  said.push(word)
  return word
}
