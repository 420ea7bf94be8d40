import type { RecoveryErrorType } from '../faults/fault-catalogue.ts'

/** What an error says about the transcript, read from the error alone. */
export interface DetectedError {
  readonly type: RecoveryErrorType
  /** Who worded it, as far as the wording tells: `anthropic`, `openai`, `bedrock`, `gemini`... */
  readonly provider?: string
  /** The machine-readable code of the provider, for example `compaction_block_misplaced`. */
  readonly code?: string
  /** Index into the provider's own list (`messages`, `input`, `contents`), when the error names one. */
  readonly messageIndex?: number
  readonly blockIndex?: number
  /** The path that the error complains about, with dotted indices: `messages.3.content.0.tool_use.id`. */
  readonly path?: string
  /** The field that the provider refuses or misses, in its own letters: `reasoning_content`, `cacheControl`. */
  readonly field?: string
  /** The limit that the error states: characters of an id, pixels of a side, number of media or pages, by the type. */
  readonly limit?: number
  /** The ids that the provider quotes, from the error's own fields, never from tool output. */
  readonly toolCallIds?: readonly string[]
  /** The provider's sentence, unwrapped and repaired from terminal damage. Holds no prompt content beyond what the provider quoted. */
  readonly text: string
}
