/**
 * What a block is, in the field's standard terms.
 *
 * - `text`: `text`
 * - `thinking`: `text` (absent when redacted), `signature`
 * - `tool_call`: `callId`, `name`, `payload` (the input), `server` when the provider runs the tool
 * - `tool_result`: `callId` (of the call it answers), `name` when the format has it, `payload` (its content), `server`
 * - `media`: `payload` (the source)
 * - `search_result`, `compaction`, `reference`: blocks whose payload only the provider can read
 * - `other`: known to the format and without rules of its own
 * - `unknown`: not an object, or of a type that the format does not know
 */
export type BlockKind =
  | 'text'
  | 'thinking'
  | 'tool_call'
  | 'tool_result'
  | 'media'
  | 'search_result'
  | 'compaction'
  | 'reference'
  | 'other'
  | 'unknown'
