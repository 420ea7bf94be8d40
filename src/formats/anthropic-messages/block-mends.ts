import type { Block } from '../../transcript/transcript.ts'
import { isRecord } from '../../json/is-record.ts'
import { ownValue } from '../../json/own-value.ts'
import { respelled } from '../../transcript/respelled.ts'
import { saidBy } from '../result-parts.ts'
import {
  anObject,
  base64,
  eachOf,
  exactText,
  fields,
  flag,
  label,
  listOf,
  type Mend,
  type Mends,
  oneOf,
  orAsIs,
  orElse,
  orNull,
  tagged,
  text,
  whole,
} from '../mend.ts'

const textOrNull = orNull(text)
const wholeOrNull = orNull(whole)
const sealOrNull = orNull(exactText)
const none: Mend = () => undefined
/** An object within a block: only a block itself may carry a cache mark. */
const inner = (required: Mends, optional: Mends = {}): Mend => fields(required, { ...optional, cache_control: none })
/** The required fields of a type, and its optional ones. */
type Row = readonly [required: Mends, ...optional: Mends[]]

const cited: Mends = { cited_text: text, document_index: whole, document_title: orElse(textOrNull, null) }
const ofFile: Mends = { file_id: orNull(label) }
const script: Row = [{ tool_id: label }]
const words = orElse(text, '')
const output = { content: orElse(listOf(inner({ file_id: label })), []), return_code: whole, stderr: words }
const executed: Row = [{ ...output, stdout: words }]
const failed: Row = [{ error_code: orElse(text, 'unavailable') }, { error_message: textOrNull }]
const page: Mend = (value) => isRecordOf('document')(tagged({ document })(value))

/** Types within blocks (callers, citations, results of the provider's own tools), each with all its fields; no block has these types. */
const rows: Readonly<Record<string, Row>> = {
  direct: [{}],
  code_execution_20250825: script,
  code_execution_20260120: script,
  code_execution_20260521: script,

  char_location: [{ ...cited, start_char_index: whole, end_char_index: whole }, ofFile],
  page_location: [{ ...cited, start_page_number: whole, end_page_number: whole }, ofFile],
  content_block_location: [{ ...cited, start_block_index: whole, end_block_index: whole }, ofFile],
  web_search_result_location: [
    { cited_text: text, encrypted_index: exactText, title: orElse(textOrNull, null), url: exactText },
  ],
  search_result_location: [
    {
      cited_text: text,
      search_result_index: whole,
      source: text,
      title: orElse(textOrNull, null),
      start_block_index: whole,
      end_block_index: whole,
    },
  ],

  web_search_tool_result_error: failed,
  web_fetch_result: [{ content: page, url: exactText }, { retrieved_at: textOrNull }],
  web_fetch_tool_result_error: failed,
  advisor_result: [{ text }, { stop_reason: textOrNull }],
  advisor_redacted_result: [{ encrypted_content: exactText }, { stop_reason: textOrNull }],
  advisor_tool_result_error: failed,
  code_execution_result: executed,
  encrypted_code_execution_result: [{ ...output, encrypted_stdout: exactText }],
  code_execution_tool_result_error: failed,
  bash_code_execution_result: executed,
  bash_code_execution_tool_result_error: failed,
  text_editor_code_execution_view_result: [
    { content: text, file_type: orElse(oneOf('text', 'image', 'pdf'), 'text') },
    { num_lines: wholeOrNull, start_line: wholeOrNull, total_lines: wholeOrNull },
  ],
  text_editor_code_execution_create_result: [{ is_file_update: flag }],
  text_editor_code_execution_str_replace_result: [
    {},
    {
      lines: orNull(listOf(text)),
      new_lines: wholeOrNull,
      new_start: wholeOrNull,
      old_lines: wholeOrNull,
      old_start: wholeOrNull,
    },
  ],
  text_editor_code_execution_tool_result_error: failed,
  tool_search_tool_search_result: [
    {
      tool_references: listOf(fields({ type: orElse(oneOf('tool_reference'), 'tool_reference'), tool_name: label })),
    },
  ],
  tool_search_tool_result_error: failed,
}

const held = tagged({
  ...Object.fromEntries(Object.entries(rows).map(([type, row]) => [type, inner(...row)])),
  // Citations of other APIs.
  url_citation: none,
  file_citation: none,
  container_file_citation: none,
  file_path: none,
})

/** The fields that an object within a block may have, by its type; undefined for an unknown type. */
export function fieldsOfType(type: unknown): ReadonlySet<string> | undefined {
  const row = ownValue(rows, String(type))
  return row && new Set(['type', ...row.flatMap((mends) => Object.keys(mends))])
}

const config = inner({}, { enabled: flag })
const citable: Mends = { citations: config }
const textBlock = tagged({ text: fields({ text }, { citations: orNull(listOf(held)) }) })
/** A list of text blocks: other items become the text that they say, blank ones are left out, and media stay. */
const textBlocks = listOf((item) => {
  if (isMedium(item)) return document(item)
  const said = saidBy(item)
  if (said.trim() === '') return undefined
  return (isRecordOf('text')(item) && textBlock(item)) ?? { type: 'text', text: said }
})
const textOrBlocks: Mend = (value) => (Array.isArray(value) ? textBlocks(value) : text(value))
/** A search result without text cannot be read. */
const foundBlocks: Mend = (value) => {
  const blocks = textBlocks(value)
  return Array.isArray(blocks) && blocks.length > 0 ? blocks : undefined
}
const searchResult = fields({ content: foundBlocks, source: text, title: text }, citable)
const source = tagged({
  base64: fields({}, { data: base64 }),
  text: inner({ data: text, media_type: orElse(oneOf('text/plain'), 'text/plain') }),
  content: inner({ content: textOrBlocks }),
})
const named = fields({ name: text })
const namedOfServer = fields({ name: text, server_name: text })
/** "String should have at least 1 character": an empty title is removed. */
const filled = orNull((value) => text(value) || undefined)
/** For images as well; fields that an image cannot have are removed by another strategy. */
const document = fields({}, { source: orAsIs(source), citations: orNull(config), context: filled, title: filled })
const tool = tagged({
  tool_reference: named,
  mcp_tool_reference: namedOfServer,
  mcp_toolset_reference: fields({ server_name: text }),
  tool_definition: fields({ definition: anObject }),
})
const called: Mends = { caller: held, toolset_name: textOrNull }

const identified: Mends = { id: orAsIs(label) }
const answering: Mends = { tool_use_id: orAsIs(label) }

/**
 * The fields of blocks with a certain type (`*BlockParam` of @anthropic-ai/sdk 1.11), and how to mend their values. Ids, names, inputs,
 * signatures and cache marks have strategies of their own.
 */
const blocks: Mends = {
  text: fields({}, { citations: orNull(listOf(held)) }),
  document,
  image: document,
  search_result: fields(
    { content: (value) => (listOfMedia(value).length > 0 ? undefined : foundBlocks(value)) },
    { source: orAsIs(text), title: orAsIs(text), ...citable },
  ),
  tool_use: fields({}, { ...identified, ...called }),
  tool_result: fields({}, { ...answering, is_error: flag, toolset_name: textOrNull }),
  server_tool_use: fields({}, { caller: held }),
  web_search_tool_result: fields({}, { caller: held }),
  web_fetch_tool_result: fields({}, { caller: held }),
  mcp_tool_use: fields({}, { ...identified, server_name: orAsIs(text) }),
  mcp_tool_result: fields({}, { ...answering, is_error: flag }),
  compaction: fields({}, { content: textOrNull, signature: sealOrNull, encrypted_content: sealOrNull }),
  tool_addition: fields({ tool }),
  tool_removal: fields({ tool }),
  mcp_tool_listing: fields({
    mcp_server_name: exactText,
    tools: listOf(fields({ input_schema: anObject, name: text }, { description: textOrNull })),
  }),
  fallback: fields({ from: fields({ model: text }), to: fields({ model: text }) }),
}

/** The block with its fields mended; the block itself when nothing has to change, undefined when a required field cannot be read. */
export function mendedBlock({ raw, shape }: Block): unknown {
  if (!isRecord(raw) || shape.fields === null) return raw
  const own = respelled(raw, shape.fields)
  return Object.hasOwn(blocks, shape.type) ? blocks[shape.type]!(own) : own
}

/** As {@link mendedBlock}, for a part of a client's result. */
export const mendedPart: Mend = tagged({
  text: textBlock,
  search_result: searchResult,
  document,
  image: document,
  tool_reference: fields({ tool_name: label }),
})

// Unreadable items stay as text beside the result, because the search did find something (I4).
const found = eachOf(
  inner(
    {
      type: orElse(oneOf('web_search_result'), 'web_search_result'),
      encrypted_content: exactText,
      title: orElse(text, ''),
      url: exactText,
    },
    { page_age: textOrNull },
  ),
)

/** The content of results of the provider's own tools, by result type. */
const contents: Mends = {
  web_search_tool_result: (value) => (Array.isArray(value) ? found : held)(value),
  web_fetch_tool_result: held,
  advisor_tool_result: held,
  code_execution_tool_result: held,
  bash_code_execution_tool_result: held,
  text_editor_code_execution_tool_result: held,
  tool_search_tool_result: held,
  mcp_tool_result: textOrBlocks,
}

/** The content of a provider tool's result as the API accepts it; itself when it is fine, undefined when it cannot be read. */
export function mendedContent(type: string, content: unknown): unknown {
  return Object.hasOwn(contents, type) ? contents[type]!(content) : content
}

/** The media in a list that may hold texts only. */
export function listOfMedia(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.filter(isMedium) : []
}

function isMedium(item: unknown): boolean {
  return isRecord(item) && (item['type'] === 'image' || item['type'] === 'document')
}

function isRecordOf(type: string): Mend {
  return (value) => (isRecord(value) && value['type'] === type ? value : undefined)
}
