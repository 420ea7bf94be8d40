import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { isSilentPart } from '../../transcript/is-silent-part.ts'
import type { Block } from '../../transcript/transcript.ts'
import type { Format, RequestBody } from '../format.ts'
import { innerProblem } from '../inner-problem.ts'
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
  isDirective: () => false,
  isEmptyThinking: (block) =>
    canonical(block, {}) !== undefined ||
    (block.signature !== 'redacted' && (block.text === undefined || block.text.trim() === '')),
  isErrorResult,
  resultProblem,
  write: converseWriter,
  bind: (_messages, _request, said = '') => (nullMember.test(said) ? ofPython : bedrockConverse),
}

/** "Invalid type for parameter messages[1].content[0].text, value: None": Python's client takes a member that is null for one that is set. */
const nullMember = /content\[\d+\]\.\w+, value: none/i

/** Over the wire a member that is null is none: only who says so wants one key in each union. */
const ofPython: Format = {
  ...bedrockConverse,
  rules: (request) => ({ ...converseRules(request), unionsAlone: true }),
}

function isErrorResult({ raw }: Block): boolean {
  return isRecord(raw) && isRecord(raw['toolResult']) && raw['toolResult']['status'] === 'error'
}

/** Neither cache points, which are counted and ordered with those of the messages, nor system texts that say nothing. */
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
