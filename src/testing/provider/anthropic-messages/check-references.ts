import { asList, asText, isRecord, type JsonRecord } from '../shared/records.ts'
import { type Conversation, nestedBlocks } from './conversation.ts'
import type { Refusal } from './refusal.ts'

/** Corpus: tools_field_missing. */
function* checkToolsDefined({ blocks }: Conversation, body: JsonRecord): Generator<Refusal> {
  const uses = blocks.some((block) => block.type === 'tool_use' || block.type === 'tool_result')
  if (uses && asList(body['tools']).length === 0)
    yield { message: 'Requests which include `tool_use` or `tool_result` blocks must define tools.' }
}

const mcpServers = (body: JsonRecord): Set<string> =>
  new Set(
    [...asList(body['mcp_servers']), ...asList(body['tools'])]
      .filter(isRecord)
      .map((entry) => asText(entry['mcp_server_name'] ?? entry['name'])),
  )

/** Corpus: tool_reference_not_found. SDK: ToolReferenceUnresolvedError, CompactionBlock.tool_changes. */
export function* checkReferences(
  conversation: Conversation,
  body: JsonRecord,
  requireTools: boolean,
): Generator<Refusal> {
  if (requireTools) yield* checkToolsDefined(conversation, body)
  const known = new Set(
    asList(body['tools'])
      .filter(isRecord)
      .map((tool) => asText(tool['name'])),
  )
  const servers = mcpServers(body)
  for (const block of nestedBlocks(conversation.blocks)) {
    const target = block.value['tool']
    if ((block.type === 'tool_addition' || block.type === 'tool_removal') && isRecord(target)) {
      const definition = target['definition']
      if (isRecord(definition)) known.add(asText(definition['name']))
      const server = target['server_name']
      const isKnown = server === undefined ? known.has(asText(target['name'])) : servers.has(asText(server))
      if (!isRecord(definition) && !isKnown)
        yield {
          message: `${block.path}.${block.type}.tool: '${asText(target['name'] ?? server)}' is not defined at this position in the conversation`,
          errorCode: 'tool_reference_unresolved',
        }
    }
    if (block.type === 'mcp_tool_listing' && !servers.has(asText(block.value['mcp_server_name'])))
      yield {
        message: `${block.path}: MCP server '${asText(block.value['mcp_server_name'])}' is not defined at this position in the conversation`,
        errorCode: 'tool_reference_unresolved',
      }
    const content = block.value['content']
    const searched = isRecord(content) ? asList(content['tool_references']).filter(isRecord) : []
    const references = block.type === 'tool_reference' ? [block.value] : searched
    for (const reference of references)
      if (requireTools && !known.has(asText(reference['tool_name'])))
        yield { message: `Tool reference '${asText(reference['tool_name'])}' not found in available tools` }
  }
}
