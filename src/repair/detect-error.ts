import { createErrorReader, type Detector, type ErrorReader } from '../detection/create-detector.ts'
import { reports } from '../reports/index.ts'

/** Reads an error under all that is known of reports. */
export const readError: ErrorReader = createErrorReader(reports)

/**
 * Tells which structural fault an error reports, and where. Accepts whatever a client throws; never throws itself.
 * Null: the error is not about the structure of the transcript (rate limit, context length, authentication, parameters...).
 *
 * @example
 * detectError(new Error('400 messages.3.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1'))
 * // { type: 'tool_result_orphan', provider: 'anthropic', messageIndex: 3, blockIndex: 0, toolCallIds: ['toolu_1'], ... }
 */
export const detectError: Detector = (error) => readError(error).detected
