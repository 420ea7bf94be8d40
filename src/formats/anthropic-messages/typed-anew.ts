import { isRecord } from '../../json/is-record.ts'
import { withField } from '../../json/with-field.ts'
import { foreignTool } from '../../transcript/foreign-tool.ts'
import { folded, respelled } from '../../transcript/respelled.ts'
import type { Block } from '../../transcript/transcript.ts'
import { blockShapes, serverResultTypes } from './block-shapes.ts'
import { foreignBlock } from './foreign-block.ts'

type Fields = Readonly<Record<string, unknown>>

/** Sets of fields that identify a type when the type itself is lost. */
const tells: readonly (readonly [type: string, ...fields: string[]])[] = [
  ['mcp_tool_use', 'name', 'input', 'server_name'],
  ['tool_use', 'name', 'input'],
  ['tool_result', 'tool_use_id'],
  ['thinking', 'thinking', 'signature'],
  ['search_result', 'content', 'source', 'title'],
  ['document', 'source', 'title'],
]

/**
 * A block with a lost or misspelt type, as the block that its fields show it to be; undefined when nothing tells, and for blocks that
 * another API writes in a form of its own.
 */
export function typedAnew({ message, raw }: Block): unknown {
  if (!isRecord(raw) || foreignTool(raw) !== undefined) return undefined
  const word = folded(String(raw['type']))
  const type = [...blockShapes.keys()].find((known) => folded(known) === word) ?? typeOf(raw, message)
  if (type === undefined) return foreignBlock(raw)
  return respelled(withField(raw, 'type', type) as Fields, blockShapes.get(type)!.fields!)
}

function typeOf(raw: Fields, message: Block['message']): string | undefined {
  const isAssistants = message.role === 'assistant'
  const found = tells.find(([type, ...fields]) => {
    // A user message holds no calls.
    if (!isAssistants && fields.includes('input')) return false
    const own = respelled(raw, blockShapes.get(type)!.fields!)
    return fields.every((field) => own[field] !== undefined)
  })
  const type = found?.[0]
  if (type === 'tool_use') return String(raw['id']).startsWith('srvtoolu_') ? 'server_tool_use' : type
  if (type !== 'tool_result' || !isAssistants) return type
  // A provider tool's result stands behind its call.
  const call = message.blocks.find(({ callId, kind }) => kind === 'tool_call' && callId === raw['tool_use_id'])
  if (call?.shape.type === 'mcp_tool_use') return 'mcp_tool_result'
  return serverResultTypes[call?.name ?? ''] ?? type
}
