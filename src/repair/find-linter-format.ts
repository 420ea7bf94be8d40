import type { FormatName } from '../formats/format-name.ts'
import { findFormat } from '../formats/index.ts'
import { itemsOfResponses } from '../lint/items-of-responses.ts'
import { resultsAnywhere } from '../lint/results-anywhere.ts'
import { UniqueIds } from '../lint/unique-ids.ts'
import { strategies } from '../strategies/index.ts'
import type { LinterFormat } from './linter-format.ts'

/**
 * The format of that name, with all that is known of any.
 *
 * @throws {TranscriptError} `unknown_format`
 */
export function findLinterFormat(name: FormatName): LinterFormat {
  return { format: findFormat(name), strategies, kept: itemsOfResponses, forms: resultsAnywhere, uniqueIds: UniqueIds }
}
