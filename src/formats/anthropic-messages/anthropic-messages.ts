import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { isSilentPart } from '../../transcript/is-silent-part.ts'
import type { Block, Transcript } from '../../transcript/transcript.ts'
import type { Format } from '../format.ts'
import { otherThan } from '../mend.ts'
import { mendedBlock, mendedContent } from './block-mends.ts'
import { withoutCaller } from './callers.ts'
import { citedAlike } from './cited-alike.ts'
import { canonicalMedium, readMedia } from './media.ts'
import { serverResultTypes } from './block-shapes.ts'
import { readMessage } from './read-message.ts'
import { isBlankText } from '../result-parts.ts'
import { isEmptyOutput, isErrorResult } from './error-result.ts'
import type { Rules } from '../rules.ts'
import { resultParts } from './result-parts.ts'
import { anthropicRules } from './rules.ts'
import { anthropicReader } from './screen.ts'
import { readDefinitions, readReferences } from './tool-references.ts'
import { anthropicWriter } from './write-message.ts'

/** The Messages API of Anthropic, also on Bedrock (InvokeModel), Vertex and Foundry. */
export const anthropicMessages: Format = {
  name: 'anthropic-messages',
  contentField: 'content',
  listField: 'messages',
  hasSystemField: true,
  reasoningField: null,
  roleName: (role) => role,
  rules: anthropicRules,
  toolNames: (request) => {
    const tools = request['tools']
    if (!Array.isArray(tools)) return null
    return new Set(tools.flatMap((tool) => (isRecord(tool) && typeof tool['name'] === 'string' ? [tool['name']] : [])))
  },
  read: readMessage,
  reader: anthropicReader,
  isPlainBeside: ({ system }) => !listOf(system).some(isSilentPart),
  references: readReferences,
  definitions: readDefinitions,
  media: readMedia,
  canonical: (block, rules, transcript) =>
    canonicalMedium(block) ??
    otherThan(block.raw, mendedBlock(block)) ??
    (transcript && besideOthers(block, rules, transcript)),
  blockProblem: (block) => (mendedBlock(block) === undefined ? 'a field is missing or of the wrong type' : null),
  isDirective: ({ blocks, role, raw }) =>
    blocks.length === 0 &&
    role === 'system' &&
    isRecord(raw) &&
    raw['content'] !== null &&
    isRecord(raw['output_config']),
  isEmptyThinking,
  serverToolName,
  isErrorResult,
  resultProblem,
  write: anthropicWriter,
}

/** What a block should be in view of other blocks of the request. */
function besideOthers(block: Block, { historyElsewhere }: Rules, transcript: Transcript): unknown {
  return (historyElsewhere ? undefined : withoutCaller(block, transcript)) ?? citedAlike(block, transcript)
}

/** A thinking block without text, or a redacted one without data. */
function isEmptyThinking(block: Block): boolean {
  if (block.shape.type === 'redacted_thinking') return !block.signature
  return block.text === undefined || block.text.trim() === ''
}

/** Tools of an MCP server may have any name; the other names are a fixed set, and the type of a result tells its tool's name. */
function serverToolName(call: Block, result: Block | undefined): string | null {
  const name = call.name ?? ''
  // A tool of an MCP server may have any name.
  if (call.shape.type !== 'server_tool_use') return name || 'unknown_tool'
  const demanded = result?.shape.type ?? serverResultTypes[name]
  if (demanded !== undefined && serverResultTypes[name] === demanded) return name
  return Object.keys(serverResultTypes).find((tool) => serverResultTypes[tool] === demanded) ?? null
}

/** The content of a client result is text or a list of blocks, that of a server result what its own type says. */
function resultProblem(result: Block, { blankInResults, responseDemanded }: Rules): string | null {
  const { payload, shape } = result
  const isDemanded = shape.required.some(([field]) => field === 'content')
  const isTold = !shape.server && isErrorResult(result)
  // "content cannot be empty if `is_error` is true"
  if (isEmptyOutput(payload)) {
    if (isTold) return 'an error that says nothing'
    if (responseDemanded && !shape.server) return 'nothing said'
  }
  if (payload === undefined) return isDemanded ? 'no content' : null
  if (shape.server) return mendedContent(shape.type, payload) === payload ? null : 'content of the wrong form'
  if (typeof payload === 'string') return null
  if (!Array.isArray(payload)) return 'neither text nor a list'
  if (blankInResults === true && payload.some(isBlankText)) return 'blank text'
  if (!payload.every(resultParts.isPart)) return 'content of the wrong form'
  return isTold && payload.some(({ type }) => type !== 'text') ? 'an error that is no text' : null
}
