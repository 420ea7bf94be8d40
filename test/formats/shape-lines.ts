import type { Format } from '../../src/formats/format.ts'
import { shortHash } from '../../src/json/short-hash.ts'
import { readTranscript } from '../../src/lint/read-transcript.ts'
import type { BlockShape } from '../../src/transcript/block-shape.ts'

/** The types of blocks, parts and items that some provider has written down; of all but its own a format knows none. */
export const typeWords: string = `
  text image document search_result thinking redacted_thinking tool_use tool_result server_tool_use web_search_tool_result
  web_fetch_tool_result advisor_tool_result code_execution_tool_result bash_code_execution_tool_result
  text_editor_code_execution_tool_result tool_search_tool_result mcp_tool_use mcp_tool_result container_upload compaction tool_addition
  tool_removal mcp_tool_listing fallback
  image_url input_audio file video_url refusal function custom
  reasoning function_call function_call_output custom_tool_call custom_tool_call_output local_shell_call local_shell_call_output
  shell_call shell_call_output apply_patch_call apply_patch_call_output computer_call computer_call_output tool_search_call
  tool_search_output mcp_approval_request mcp_approval_response mcp_call mcp_list_tools web_search_call file_search_call
  code_interpreter_call image_generation_call program program_output multi_agent_call multi_agent_call_output agent_message
  additional_tools configuration_update context_compaction compaction_trigger item_reference input_text input_image output_text
  input_file computer_screenshot summary_text encrypted_content
  inlineData inline_data fileData file_data functionCall function_call functionResponse function_response executableCode
  executable_code codeExecutionResult code_execution_result toolCall tool_call toolResponse tool_response
  video audio toolUse toolResult reasoningContent guardContent cachePoint citationsContent searchResult toolAddition toolRemoval
  reasoning_content
  reasoning-file tool-call tool-result tool-approval-request tool-approval-response source-url source-document steering-message
  step-start data-weather tool-weather dynamic-tool
`
const roles = ['user', 'assistant', 'system', 'tool', 'model', 'developer'] as const

/** What a shape demands; of what it permits only a hash, as some permit much. */
function told({ fields, type, ...shape }: BlockShape): string {
  const demands = JSON.stringify(shape, (_, inner: unknown) => {
    if (inner instanceof Set) return inner.size < 9 ? [...inner] : `${inner.size} ${shortHash([...inner].join())}`
    return inner
  })
  return `${type} ${demands} ${fields === null ? 'anything' : `${fields.size} ${shortHash([...fields].join())}`}`
}

/** A block of each type as a format reads it, in a message of each role and alone: its shape, and where it may stand. */
export function shapeLines(format: Format): readonly string[] {
  const known = new Map<string, Set<string>>()
  const rules = format.rules({})
  for (const word of new Set(typeWords.trim().split(/\s+/))) {
    const [typed, keyed] = [{ type: word, text: 'said' }, { [word]: {} }]
    const messages = [
      { type: word, id: 'id_1' },
      { type: word, id: 'id_1', call_id: 'call_1', execution: 'client' },
      { type: word, call_id: 'call_1', execution: 'server', providerExecuted: true, state: 'input-streaming' },
      ...roles.flatMap((role) =>
        [typed, keyed, { ...typed, ...keyed, providerExecuted: true, thought: true }].map((block) => ({
          role,
          [format.contentField]: [block],
        })),
      ),
    ]
    for (const { blocks, content, role } of readTranscript(messages, format, rules).messages)
      for (const { kind, shape } of blocks) {
        if (kind === 'unknown') continue
        const line = told(shape)
        known.set(line, (known.get(line) ?? new Set()).add(`${role} ${content}`))
      }
  }
  return [...known].map(([line, places]) => `${line}: ${[...places].join(', ')}`)
}
