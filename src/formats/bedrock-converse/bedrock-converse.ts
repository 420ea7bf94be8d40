import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { withField } from '../../json/with-field.ts'
import { isSilentPart } from '../../transcript/is-silent-part.ts'
import type { Block } from '../../transcript/transcript.ts'
import type { Format, RequestBody } from '../format.ts'
import { innerProblem } from '../inner-problem.ts'
import { otherThan } from '../mend.ts'
import { isBlankPart } from '../result-parts.ts'
import type { Rules } from '../rules.ts'
import { canonical } from './canonical.ts'
import { readMedia } from './media.ts'
import { readMessage } from './read-message.ts'
import { converseRules } from './rules.ts'
import { findsNothing } from './search-result.ts'
import { converseWriter, hasStranger, isResultPart } from './write-message.ts'
import { converseReader } from './screen.ts'

/** Converse and ConverseStream of Amazon Bedrock; `request` is the rest of its input, `modelId` among it. */
export const bedrockConverse: Format = {
  name: 'bedrock-converse',
  contentField: 'content',
  listField: 'messages',
  hasSystemField: true,
  reasoningField: null,
  roleName: (role) => role,
  rules: converseRules,
  toolNames,
  read: readMessage,
  canonical,
  blockProblem,
  reader: converseReader,
  isPlainBeside,
  references: () => [],
  definitions: () => [],
  media: readMedia,
  isDirective: ({ blocks, role }) =>
    role === 'system' && blocks.length > 0 && blocks.every(({ shape }) => toolChanges.has(shape.type)),
  isEmptyThinking: (block) =>
    canonical(block, {}) !== undefined ||
    (block.signature !== 'redacted' && (block.text === undefined || block.text.trim() === '')),
  isErrorResult,
  resultProblem,
  write: converseWriter,
  bind: (_messages, _request, said = '') => (nullMember.test(said) ? ofPython : bedrockConverse),
}

/** Tools may be added and removed in the middle of a conversation, in a message of its own (`ToolAdditionBlock` in the API reference). */
const toolChanges: ReadonlySet<string> = new Set(['toolAddition', 'toolRemoval'])

/**
 * "Invalid type for parameter messages[1].content[0].toolResult.status, value: None": Python's client treats null members as set. The input
 * of a tool and its JSON output may hold null.
 */
const nullMember = /content\[\d+\]\.(?![\w.[\]]*\.(?:input|json)\b)[\w.[\]]+, value: none/i

/** On the wire a null member is absent. Only this client demands that unions have one key, without a null in the value. */
const ofPython: Format = {
  ...bedrockConverse,
  rules: (request) => ({ ...converseRules(request), unionsAlone: true }),
  canonical: (block, rules) => canonical(block, rules) ?? otherThan(block.raw, filled(block)),
  isEmptyThinking: (block, rules) => filled(block) !== block.raw || bedrockConverse.isEmptyThinking(block, rules),
}

function filled({ raw, shape }: Block): unknown {
  const inner = isRecord(raw) ? raw[shape.type] : undefined
  const meant = withoutNulls(inner)
  return meant === inner ? raw : withField(raw, shape.type, meant)
}

/** Members that hold free JSON, where null is a value. */
const free: ReadonlySet<string> = new Set(['input', 'json'])

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(withoutNulls)
    return items.every((item, index) => item === value[index]) ? value : items
  }
  if (!isRecord(value) || value instanceof Uint8Array) return value
  return Object.keys(value).reduce<unknown>((left, key) => {
    const held = free.has(key) ? value[key] : (withoutNulls(value[key]) ?? undefined)
    return held === value[key] ? left : withField(left, key, held)
  }, value)
}

function isErrorResult({ raw }: Block): boolean {
  return isRecord(raw) && isRecord(raw['toolResult']) && raw['toolResult']['status'] === 'error'
}

/** No cache points beside the messages, which are counted and ordered with theirs, and no blank system texts. */
function isPlainBeside({ system, toolConfig }: RequestBody): boolean {
  const tools = isRecord(toolConfig) ? toolConfig['tools'] : undefined
  return ![...listOf(system), ...listOf(tools)].some(
    (item) => isSilentPart(item) || (isRecord(item) && item['cachePoint'] !== undefined),
  )
}

/** `ReasoningContentBlock`. */
const members = ['reasoningText', 'redactedContent'] as const

function blockProblem(block: Block): string | null {
  const { kind, payload } = block
  if (kind === 'thinking' && isRecord(payload) && members.every((name) => payload[name] === undefined))
    return 'no member of its union'
  if (kind === 'search_result' && isRecord(payload) && findsNothing(payload)) return 'content says nothing'
  return innerProblem(block)
}

function toolNames({ toolConfig }: RequestBody): ReadonlySet<string> | null {
  if (!isRecord(toolConfig) || !Array.isArray(toolConfig['tools'])) return null
  return new Set(
    toolConfig['tools'].flatMap((tool) => {
      const spec = isRecord(tool) ? tool['toolSpec'] : undefined
      return isRecord(spec) && typeof spec['name'] === 'string' ? [spec['name']] : []
    }),
  )
}

/**
 * The content of a result is a list of parts; a `json` part holds an object, and an error says something. Blank text and an
 * empty list are legal here (measured: github.com/NousResearch/hermes-agent/issues/55092).
 */
function resultProblem(result: Block, { blankInResults, unionsAlone }: Rules): string | null {
  const { payload } = result
  if (!Array.isArray(payload)) return 'no list of parts'
  if (payload.length === 0 && isErrorResult(result)) return 'an error without content'
  if (blankInResults === true && payload.some(isBlankPart)) return 'blank text'
  if (unionsAlone === true && payload.some(hasStranger)) return 'a part with a field beside it'
  const bad = payload.findIndex((part) => !isResultPart(part))
  if (bad < 0) return null
  return isRecord(payload[bad]) && 'json' in payload[bad] ? 'json is not an object' : 'a part of an unknown type'
}
