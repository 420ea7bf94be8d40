import { isRecord } from '../../json/is-record.ts'
import type { Block, Transcript } from '../../transcript/transcript.ts'
import type { Format } from '../format.ts'
import type { Mends } from '../mend.ts'
import { canonical, meantFields } from './canonical.ts'
import { demands } from './completions.ts'
import { hostedMends } from './hosted-mends.ts'
import { itemMends } from './item-mends.ts'
import { readMedia } from './media.ts'
import { readItem } from './read-item.ts'
import { reasoningItems } from './reasoning-items.ts'
import { resultParts } from './result-parts.ts'
import { responsesRules } from './rules.ts'
import { isUnacknowledged } from './unacknowledged.ts'
import { responsesWriter } from './write-item.ts'
import { responsesReader } from './screen.ts'

/** The Responses API of OpenAI and of servers that speak it (Azure, Codex backends, OpenRouter, vLLM, llama.cpp). */
export const openaiResponses: Format = {
  name: 'openai-responses',
  contentField: 'content',
  listField: 'input',
  hasSystemField: true,
  reasoningField: null,
  listMayBeText: true,
  roleName: (role) => (role === 'system' ? 'developer' : role),
  rules: responsesRules,
  toolNames: (request) => {
    const tools = request['tools']
    if (!Array.isArray(tools)) return null
    return new Set(tools.flatMap((tool) => (isRecord(tool) && typeof tool['name'] === 'string' ? [tool['name']] : [])))
  },
  read: readItem,
  reader: responsesReader,
  references: () => none,
  definitions: () => none,
  media: readMedia,
  isDirective: () => false,
  // "Missing required parameter: 'input[1].summary'": an empty list is enough.
  isEmptyThinking: (block, rules) => canonical(block, rules) !== undefined,
  reasoningItems,
  demands,
  resultProblem,
  canonical,
  meantFields,
  blockProblem,
  write: responsesWriter,
}

const none: readonly string[] = []

/** Fields with the instructions for a built-in tool. */
const objects: ReadonlySet<string> = new Set(['action', 'operation'])

function blockProblem(block: Block, transcript: Transcript): string | null {
  const { kind, payload, raw, shape } = block
  if (isUnacknowledged(block, transcript)) return 'a safety check that nobody has acknowledged'
  const lacksAction = kind === 'tool_call' && shape.required.some(([field]) => objects.has(field)) && !isRecord(payload)
  const lacksField = isBeyond(itemMends, shape.type, raw) || isBeyond(hostedMends, shape.type, raw)
  return lacksAction || lacksField ? 'a field is missing or of the wrong type' : null
}

/** Whether the mends of its type cannot read the item. */
function isBeyond(mends: Mends, type: string, raw: unknown): boolean {
  return Object.hasOwn(mends, type) && mends[type]!(raw) === undefined
}

const outputShapes: Readonly<Record<string, (raw: Record<string, unknown>) => boolean>> = {
  function_call_output: ({ output }) => isTextOrParts(output),
  custom_tool_call_output: ({ output }) => isTextOrParts(output),
  local_shell_call_output: ({ output }) => typeof output === 'string',
  shell_call_output: ({ output }) => Array.isArray(output),
  apply_patch_call_output: ({ output, status }) =>
    typeof status === 'string' && (output === undefined || output === null || typeof output === 'string'),
  computer_call_output: ({ output }) => isRecord(output),
  tool_search_output: ({ tools }) => Array.isArray(tools),
  mcp_approval_response: ({ approve }) => typeof approve === 'boolean',
}

function resultProblem({ raw, shape }: Block): string | null {
  if (!isRecord(raw) || outputShapes[shape.type]?.(raw) !== false) return null
  return 'not the output that this kind of call has'
}

function isTextOrParts(output: unknown): boolean {
  return typeof output === 'string' || (Array.isArray(output) && output.every(resultParts.isPart))
}
