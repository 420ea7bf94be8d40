import { isRecord } from '../../json/is-record.ts'
import { withField } from '../../json/with-field.ts'
import { foreignTool } from '../../transcript/foreign-tool.ts'
import { folded, respelled } from '../../transcript/respelled.ts'
import type { Block } from '../../transcript/transcript.ts'
import { blockShapes, serverResultTypes } from './block-shapes.ts'
import { foreignBlock } from './foreign-block.ts'

type Fields = Readonly<Record<string, unknown>>

/** What has these fields is that, whatever is left of its type. */
const tells: readonly (readonly [type: string, ...fields: string[]])[] = [
  ['mcp_tool_use', 'name', 'input', 'server_name'],
  ['tool_use', 'name', 'input'],
  ['tool_result', 'tool_use_id'],
  ['thinking', 'thinking', 'signature'],
  ['search_result', 'content', 'source', 'title'],
  ['document', 'source', 'title'],
]

/**
 * A block whose type is lost, or in another spelling, as the block that its fields tell it to be; undefined where nothing tells, and for
 * what another API writes otherwise as a whole.
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
    // What a user's message holds is no call.
    if (!isAssistants && fields.includes('input')) return false
    const own = respelled(raw, blockShapes.get(type)!.fields!)
    return fields.every((field) => own[field] !== undefined)
  })
  const type = found?.[0]
  if (type === 'tool_use') return String(raw['id']).startsWith('srvtoolu_') ? 'server_tool_use' : type
  if (type !== 'tool_result' || !isAssistants) return type
  // What the provider ran has its call before it.
  const call = message.blocks.find(({ callId, kind }) => kind === 'tool_call' && callId === raw['tool_use_id'])
  if (call?.shape.type === 'mcp_tool_use') return 'mcp_tool_result'
  return serverResultTypes[call?.name ?? ''] ?? type
}
