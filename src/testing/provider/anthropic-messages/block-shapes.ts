import {
  anything,
  boolean,
  dictionary,
  type FieldCheck,
  type Fields,
  integer,
  listOf,
  object,
  oneOf,
  orNull,
  someOf,
  tagged,
  text,
  textOr,
} from './fields.ts'

/* Source: every `*BlockParam` of @anthropic-ai/sdk 1.11, stable and beta. Nothing here is taken from the linter (I3). */

const block = (required: Fields, optional: Fields = {}): FieldCheck => object({ type: anything, ...required }, optional)
const nullableText = orNull(text())
const nullableInteger = orNull(integer)

export const cacheControl: FieldCheck = orNull(tagged({ ephemeral: block({}, { ttl: oneOf('5m', '1h') }) }))
const cached: Fields = { cache_control: cacheControl }

const caller = tagged({
  direct: block({}),
  code_execution_20250825: block({ tool_id: text() }),
  code_execution_20260120: block({ tool_id: text() }),
  code_execution_20260521: block({ tool_id: text() }),
})
const called: Fields = { ...cached, caller }

const cited: Fields = { cited_text: text(), document_index: integer, document_title: nullableText }
const citation = tagged({
  char_location: block({ ...cited, start_char_index: integer, end_char_index: integer }, { file_id: nullableText }),
  page_location: block({ ...cited, start_page_number: integer, end_page_number: integer }, { file_id: nullableText }),
  content_block_location: block(
    { ...cited, start_block_index: integer, end_block_index: integer },
    { file_id: nullableText },
  ),
  web_search_result_location: block({
    cited_text: text(),
    encrypted_index: text(),
    title: nullableText,
    url: text(),
  }),
  search_result_location: block({
    cited_text: text(),
    search_result_index: integer,
    source: text(),
    title: nullableText,
    start_block_index: integer,
    end_block_index: integer,
  }),
})
const citationsConfig = object({}, { enabled: boolean })

export const textBlock: FieldCheck = block({ text: text() }, { ...cached, citations: orNull(listOf(citation)) })

const imageMedia = oneOf('image/jpeg', 'image/png', 'image/gif', 'image/webp')
const imageSource = tagged({
  base64: block({ data: text(), media_type: imageMedia }),
  url: block({ url: text() }),
  file: block({ file_id: text() }),
})
const image = block(
  { source: imageSource },
  { ...cached, transformations: orNull(object({}, { oversized_image: oneOf('downsize', 'error') })) },
)
const documentSource = tagged({
  base64: block({ data: text(), media_type: oneOf('application/pdf') }),
  text: block({ data: text(), media_type: oneOf('text/plain') }),
  content: block({ content: textOr(listOf(tagged({ text: textBlock, image }))) }),
  url: block({ url: text() }),
  file: block({ file_id: text() }),
})
const document = block(
  { source: documentSource },
  { ...cached, citations: orNull(citationsConfig), context: nullableText, title: nullableText },
)
const searchResult = block(
  { content: someOf(tagged({ text: textBlock })), source: text(), title: text() },
  { ...cached, citations: citationsConfig },
)
const toolReference = block({ tool_name: text() }, cached)
const browserState = block(
  { tabs: listOf(object({ tab_id: text(), title: text(), url: text() }, { active: boolean })) },
  { ...cached, state_changes: orNull(listOf(dictionary)) },
)

const toolId = text({ pattern: '^[a-zA-Z0-9_-]+$' })
const serverToolId = text({ pattern: '^srvtoolu_[a-zA-Z0-9_]+$' })
const toolName = text({ min: 1, max: 200 })

const outputs = (type: string): FieldCheck => listOf(tagged({ [type]: block({ file_id: text() }) }))
const executed: Fields = { return_code: integer, stderr: text(), stdout: text() }
const failed = (optional: Fields = {}): FieldCheck => block({ error_code: text() }, optional)
const failedWithText = failed({ error_message: nullableText })

const webSearchResult = block({ encrypted_content: text(), title: text(), url: text() }, { page_age: nullableText })
const webSearchContent: FieldCheck = (value, path) =>
  Array.isArray(value)
    ? listOf(tagged({ web_search_result: webSearchResult }))(value, path)
    : tagged({ web_search_tool_result_error: failed() })(value, path)

const serverResult = (content: FieldCheck, optional: Fields = cached): FieldCheck =>
  block({ content, tool_use_id: serverToolId }, optional)

const toolReferenceTarget = tagged({
  tool_reference: block({ name: text() }),
  mcp_tool_reference: block({ name: text(), server_name: text() }),
  mcp_toolset_reference: block({ server_name: text() }),
})
const addedTool = tagged({
  tool_reference: block({ name: text() }),
  mcp_tool_reference: block({ name: text(), server_name: text() }),
  mcp_toolset_reference: block({ server_name: text() }),
  tool_definition: block({ definition: dictionary }),
})
const toolAddition = block({ tool: addedTool }, cached)
const toolRemoval = block({ tool: toolReferenceTarget }, cached)
const fallbackEnd = object({ model: text() })
const listedTool = object({ input_schema: dictionary, name: text() }, { description: nullableText })

export const serverToolNames = [
  'advisor',
  'web_search',
  'web_fetch',
  'code_execution',
  'bash_code_execution',
  'text_editor_code_execution',
  'tool_search_tool_regex',
  'tool_search_tool_bm25',
] as const

/** Every content block of a message, stable and beta. */
export const contentBlocks: Record<string, FieldCheck> = {
  text: textBlock,
  image,
  document,
  search_result: searchResult,
  thinking: block({ signature: text(), thinking: text() }),
  redacted_thinking: block({ data: text() }),
  tool_use: block({ id: toolId, input: dictionary, name: toolName }, { ...called, toolset_name: nullableText }),
  tool_result: block(
    { tool_use_id: toolId },
    {
      ...cached,
      content: textOr(
        listOf(
          tagged({
            text: textBlock,
            image,
            search_result: searchResult,
            document,
            tool_reference: toolReference,
            browser_state: browserState,
          }),
        ),
      ),
      is_error: boolean,
      toolset_name: nullableText,
    },
  ),
  server_tool_use: block({ id: serverToolId, input: dictionary, name: oneOf(...serverToolNames) }, called),
  web_search_tool_result: serverResult(webSearchContent, called),
  web_fetch_tool_result: serverResult(
    tagged({
      web_fetch_result: block({ content: tagged({ document }), url: text() }, { retrieved_at: nullableText }),
      web_fetch_tool_result_error: failed(),
    }),
    called,
  ),
  advisor_tool_result: serverResult(
    tagged({
      advisor_result: block({ text: text() }, { stop_reason: nullableText }),
      advisor_redacted_result: block({ encrypted_content: text() }, { stop_reason: nullableText }),
      advisor_tool_result_error: failed(),
    }),
  ),
  code_execution_tool_result: serverResult(
    tagged({
      code_execution_result: block({ content: outputs('code_execution_output'), ...executed }),
      encrypted_code_execution_result: block({
        content: outputs('code_execution_output'),
        encrypted_stdout: text(),
        return_code: integer,
        stderr: text(),
      }),
      code_execution_tool_result_error: failed(),
    }),
  ),
  bash_code_execution_tool_result: serverResult(
    tagged({
      bash_code_execution_result: block({ content: outputs('bash_code_execution_output'), ...executed }),
      bash_code_execution_tool_result_error: failed(),
    }),
  ),
  text_editor_code_execution_tool_result: serverResult(
    tagged({
      text_editor_code_execution_view_result: block(
        { content: text(), file_type: oneOf('text', 'image', 'pdf') },
        { num_lines: nullableInteger, start_line: nullableInteger, total_lines: nullableInteger },
      ),
      text_editor_code_execution_create_result: block({ is_file_update: boolean }),
      text_editor_code_execution_str_replace_result: block(
        {},
        {
          lines: orNull(listOf(text())),
          new_lines: nullableInteger,
          new_start: nullableInteger,
          old_lines: nullableInteger,
          old_start: nullableInteger,
        },
      ),
      text_editor_code_execution_tool_result_error: failedWithText,
    }),
  ),
  tool_search_tool_result: serverResult(
    tagged({
      tool_search_tool_search_result: block({ tool_references: listOf(tagged({ tool_reference: toolReference })) }),
      tool_search_tool_result_error: failedWithText,
    }),
  ),
  mcp_tool_use: block({ id: toolId, input: dictionary, name: text(), server_name: text() }, cached),
  mcp_tool_result: block(
    { tool_use_id: toolId },
    { ...cached, content: textOr(listOf(tagged({ text: textBlock }))), is_error: boolean },
  ),
  container_upload: block({ file_id: text() }, cached),
  compaction: block(
    {},
    {
      ...cached,
      content: orNull(text({ min: 1 })),
      encrypted_content: nullableText,
      signature: nullableText,
      tool_changes: orNull(listOf(tagged({ tool_addition: toolAddition, tool_removal: toolRemoval }))),
    },
  ),
  tool_addition: toolAddition,
  tool_removal: toolRemoval,
  mcp_tool_listing: block({ mcp_server_name: text(), tools: listOf(listedTool) }),
  fallback: block({ from: fallbackEnd, to: fallbackEnd }, { trigger: anything }),
}
