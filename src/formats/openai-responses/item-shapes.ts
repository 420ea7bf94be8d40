import type { BlockKind } from '../../transcript/block-kind.ts'
import type { Role } from '../../transcript/role.ts'
import type { BlockShape, FieldCheck } from '../../transcript/block-shape.ts'

type Extra = Partial<Pick<BlockShape, 'answers' | 'anyInput' | 'freeInput' | 'answerOptional' | 'pointer'>>

const call: Extra = { anyInput: true }
const answers = (...types: string[]): Extra => ({ answers: new Set(types) })

/**
 * Every item type of the newest SDK's `ResponseInputItem` (openai 7.55) and those that the API itself lists as supported.
 * Items may carry more fields than the SDK knows: what the API refuses is in `rules.refusedFields`, or learnt from its error.
 * Ids, names, inputs and outputs have strategies of their own. Codex answers a `local_shell_call` with a
 * `function_call_output`, the documentation with its own type: both are accepted.
 */
const itemRows: readonly [type: string, BlockKind, Role, Readonly<Record<string, FieldCheck>>, Extra?][] = [
  ['reasoning', 'thinking', 'assistant', {}],
  ['function_call', 'tool_call', 'assistant', { call_id: 'any', name: 'any', arguments: 'any' }],
  [
    'function_call_output',
    'tool_result',
    'tool',
    { call_id: 'any', output: 'any' },
    answers('function_call', 'local_shell_call'),
  ],
  ['custom_tool_call', 'tool_call', 'assistant', { call_id: 'any', name: 'any', input: 'any' }, { freeInput: true }],
  ['custom_tool_call_output', 'tool_result', 'tool', { call_id: 'any', output: 'any' }, answers('custom_tool_call')],
  ['local_shell_call', 'tool_call', 'assistant', { call_id: 'any', action: 'any' }, call],
  ['local_shell_call_output', 'tool_result', 'tool', { output: 'any' }, answers('local_shell_call')],
  ['shell_call', 'tool_call', 'assistant', { call_id: 'any', action: 'any' }, call],
  ['shell_call_output', 'tool_result', 'tool', { call_id: 'any', output: 'any' }, answers('shell_call')],
  ['apply_patch_call', 'tool_call', 'assistant', { call_id: 'any', operation: 'any' }, call],
  ['apply_patch_call_output', 'tool_result', 'tool', { call_id: 'any', status: 'any' }, answers('apply_patch_call')],
  ['computer_call', 'tool_call', 'assistant', { call_id: 'any' }, call],
  ['computer_call_output', 'tool_result', 'tool', { call_id: 'any', output: 'any' }, answers('computer_call')],
  ['tool_search_call', 'tool_call', 'assistant', {}, call],
  ['tool_search_output', 'tool_result', 'tool', { tools: 'any' }, answers('tool_search_call')],
  ['mcp_approval_request', 'tool_call', 'assistant', { name: 'any' }, { anyInput: true, answerOptional: true }],
  ['mcp_approval_response', 'tool_result', 'tool', { approve: 'any' }, answers('mcp_approval_request')],
  ['mcp_call', 'other', 'assistant', { name: 'string', server_label: 'string', arguments: 'string' }],
  ['mcp_list_tools', 'other', 'assistant', { server_label: 'string', tools: 'array' }],
  ['web_search_call', 'other', 'assistant', {}],
  ['file_search_call', 'other', 'assistant', {}],
  // "Missing required parameter: 'input[..].container_id'", and no other id is valid in its place: github.com/enricoros/big-AGI
  // (openai.responsesCreate.ts).
  ['code_interpreter_call', 'other', 'assistant', { container_id: 'string' }],
  ['image_generation_call', 'other', 'assistant', {}],
  ['program', 'other', 'assistant', {}],
  ['program_output', 'other', 'assistant', {}],
  ['multi_agent_call', 'other', 'assistant', {}],
  ['multi_agent_call_output', 'other', 'assistant', {}],
  ['agent_message', 'other', 'assistant', {}],
  ['additional_tools', 'other', 'system', { tools: 'array' }],
  ['configuration_update', 'other', 'system', {}],
  ['compaction', 'compaction', 'assistant', { encrypted_content: 'string' }],
  ['context_compaction', 'compaction', 'assistant', { encrypted_content: 'string' }],
  ['compaction_trigger', 'compaction', 'user', {}],
  ['item_reference', 'reference', 'assistant', { id: 'text' }, { pointer: true }],
]

const speakers: readonly Role[] = ['user', 'system']
const model: readonly Role[] = ['assistant']

/** Content parts of messages, in the order in which the API lists them. */
const partRows: readonly [
  type: string,
  BlockKind,
  Readonly<Record<string, FieldCheck>>,
  roles: readonly Role[] | null,
][] = [
  ['input_text', 'text', { text: 'string' }, speakers],
  ['input_image', 'media', {}, speakers],
  ['input_audio', 'media', { input_audio: 'object' }, speakers],
  ['output_text', 'text', { text: 'string' }, model],
  ['refusal', 'other', { refusal: 'string' }, model],
  ['input_file', 'media', {}, speakers],
  ['computer_screenshot', 'media', {}, speakers],
  // Belongs to a reasoning summary: `ResponseInputContent` does not have it.
  ['summary_text', 'text', { text: 'string' }, []],
  ['encrypted_content', 'other', {}, null],
]

/** An item type with the role in which it stands in the conversation. */
export interface ItemShape extends BlockShape {
  readonly role: Role
}

function shapeOf(
  type: string,
  kind: BlockKind,
  required: Readonly<Record<string, FieldCheck>>,
  roles: readonly Role[] | null,
  extra: Extra = {},
): BlockShape {
  return { type, kind, required: Object.entries(required), fields: null, roles, server: false, ...extra }
}

/** The item types of the Responses API by their `type`, messages excluded. */
export const itemShapes: ReadonlyMap<string, ItemShape> = new Map(
  itemRows.map(([type, kind, role, required, extra]) => [
    type,
    { ...shapeOf(type, kind, required, null, extra), role },
  ]),
)

/** The content parts of messages by their `type`. */
export const partShapes: ReadonlyMap<string, BlockShape> = new Map(
  partRows.map(([type, kind, required, roles]) => [type, shapeOf(type, kind, required, roles)]),
)

/** A tool search that the provider runs itself: the client does not answer it. */
export const hostedSearchShapes: ReadonlyMap<string, ItemShape> = new Map(
  ['tool_search_call', 'tool_search_output'].map((type) => [
    type,
    { ...shapeOf(type, 'other', {}, null), role: 'assistant' },
  ]),
)

/** The shape of plain text as the content of a message. */
export const plainTextShape: BlockShape = shapeOf('text', 'text', {}, null)
