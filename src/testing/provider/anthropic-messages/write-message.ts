import { asText, type JsonRecord } from '../shared/records.ts'
import { judgedModel } from './models.ts'
import { type ReplyContext, replyBlocks, type SpokenTurn, stopReasonOf } from './scripted-turn.ts'

/** The message of an answer as the API returns it, around the blocks of a scripted turn; `body` is the whole request. */
export function writeMessage(turn: SpokenTurn, context: Omit<ReplyContext, 'model'>): JsonRecord {
  const { body, nextId } = context
  const content = replyBlocks(turn, { ...context, model: judgedModel(asText(body['model'])) })
  const tokens = (value: unknown): number => Math.ceil(JSON.stringify(value).length / 4)
  return {
    id: nextId('msg'),
    type: 'message',
    role: 'assistant',
    model: body['model'],
    content,
    stop_reason: stopReasonOf(turn, content),
    stop_sequence: null,
    stop_details: null,
    container: null,
    usage: {
      input_tokens: tokens(body['messages']),
      output_tokens: tokens(content),
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      server_tool_use: null,
      service_tier: 'standard',
    },
  }
}
