import { listOf } from '../../json/list-of.ts'
import { blockField, messageOf, type GraphNode } from './claude-record.ts'

/** Fields that all lines of a session share: an inserted line takes them from its neighbour. */
const envelope = [
  'isSidechain',
  'userType',
  'entrypoint',
  'cwd',
  'sessionId',
  'version',
  'gitBranch',
  'slug',
  'agentId',
  'requestId',
] as const

function resultText(content: unknown): string {
  if (typeof content === 'string') return content
  return listOf(content)
    .map((block) => blockField(block, 'text', 'text') ?? '')
    .join('\n')
}

/** The extra fields of a line that holds a tool result; the host shows errors as a string. */
function resultFields(
  blocks: readonly unknown[],
  callLine: (id: string) => string | undefined,
): Record<string, unknown> {
  const result = blocks.find((block) => blockField(block, 'tool_result', 'tool_use_id') !== undefined)
  if (result === undefined) return {}
  const { tool_use_id: id, content, is_error: isError } = result as Record<string, unknown>
  const source = typeof id === 'string' ? callLine(id) : undefined
  const text = resultText(content)
  return {
    toolUseResult: isError === true ? `Error: ${text}` : text,
    ...(source !== undefined && { sourceToolAssistantUUID: source }),
  }
}

export interface NewLineRequest {
  readonly role: string
  readonly content: unknown
  readonly uuid: string
  readonly parentUuid: string | null
  /** The line whose envelope is copied. */
  readonly neighbour: GraphNode | undefined
  /** Default: the neighbour's. */
  readonly timestamp?: string
  /** Set when the line joins an API message that has other lines. */
  readonly apiMessage?: Record<string, unknown> | undefined
  /** uuid of the line that holds a tool call. */
  readonly callLine: (id: string) => string | undefined
}

/** A line for a message, or for a block of one, that the repair has added. No clock (I2). */
export function newLine({
  role,
  content,
  uuid,
  parentUuid,
  neighbour,
  timestamp: at,
  apiMessage,
  callLine,
}: NewLineRequest): Record<string, unknown> {
  const from = neighbour?.value ?? {}
  const shared = Object.fromEntries(
    envelope.flatMap((key) => (key in from && (key !== 'requestId' || apiMessage) ? [[key, from[key]] as const] : [])),
  )
  const timestamp = 'timestamp' in from ? { timestamp: at ?? from['timestamp'] } : {}
  if (role !== 'assistant')
    return {
      parentUuid,
      ...shared,
      type: 'user',
      message: { role, content },
      uuid,
      ...timestamp,
      ...resultFields(listOf(content), callLine),
    }
  const api = apiMessage ?? {
    id: `msg_${uuid.replaceAll('-', '')}`,
    type: 'message',
    role,
    model: '<synthetic>',
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 0, output_tokens: 0 },
  }
  return { parentUuid, ...shared, type: 'assistant', message: { ...api, content }, uuid, ...timestamp }
}

/** The API message of a line, without its content. */
export function apiMessageOf(node: GraphNode): Record<string, unknown> | undefined {
  const message = node.value && messageOf(node.value)
  if (!message) return undefined
  const { content: _, ...rest } = message
  return rest
}
