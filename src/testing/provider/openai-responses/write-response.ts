import { asList, type JsonRecord } from '../shared/records.ts'
import { type OutputContext, outputItems, type SpokenResponse } from './scripted-response.ts'
import type { TestItem } from './transcript.ts'

/** An estimate of the tokens of a value: four characters of its JSON each. */
export const tokensOf = (value: unknown): number => Math.ceil((JSON.stringify(value) ?? '').length / 4)

/** The response object as the API returns it, around the items of a scripted turn; `earlier`: items that the request continues. */
export function writeResponse(
  turn: SpokenResponse,
  earlier: readonly TestItem[],
  context: OutputContext,
): JsonRecord & { id: string; output: TestItem[] } {
  const { body, nextId } = context
  const output = outputItems(turn, context)
  const read = tokensOf([...earlier, body['input']])
  return {
    id: nextId('resp'),
    object: 'response',
    created_at: 1_770_000_000,
    completed_at: 1_770_000_001,
    status: turn.incomplete === undefined ? 'completed' : 'incomplete',
    background: false,
    error: null,
    incomplete_details: turn.incomplete === undefined ? null : { reason: turn.incomplete },
    instructions: body['instructions'] ?? null,
    max_output_tokens: body['max_output_tokens'] ?? null,
    metadata: {},
    model: body['model'],
    output,
    parallel_tool_calls: true,
    previous_response_id: body['previous_response_id'] ?? null,
    reasoning: { effort: 'medium', summary: null },
    store: body['store'] ?? true,
    temperature: 1,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: asList(body['tools']),
    top_p: 1,
    truncation: 'disabled',
    usage: {
      input_tokens: read,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: tokensOf(output),
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: read + tokensOf(output),
    },
  }
}
