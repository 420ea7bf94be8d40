import { type BodyWordings, readJsonBody } from '../shared/read-json-body.ts'
import { asList, asText, isRecord, type JsonRecord } from '../shared/records.ts'
import { changesTools, checkBlocks, type ConverseRefusal } from './check-blocks.ts'
import { checkConversation, type JudgedMessage } from './check-conversation.ts'
import { converseModel } from './models.ts'
import { onWire } from './transcript.ts'

/** The answer of Converse; the body of a refusal is a `ValidationException` without its name. */
export type ConverseJudgement = { status: 200 } | { status: number; body: { message: string } }

/** Refusals in the order in which the API finds them; the first one is the answer. */
function* refusals(body: JsonRecord, modelId: string): Generator<ConverseRefusal> {
  const model = converseModel(modelId)
  const messages = asList(body['messages'])
  if (messages.length === 0)
    return yield {
      message:
        'A conversation must have at least one message. Try again with a conversation that has at least one message.',
    }
  for (const [index, part] of asList(body['system']).entries())
    if (isRecord(part) && typeof part['text'] === 'string' && part['text'].trim() === '')
      yield {
        message: `The text field in the SystemContentBlock object at system.${index} is blank. Add text to the text field, and try again.`,
      }
  yield* checkBlocks(messages, model)
  const judged = messages.map((message, index): JudgedMessage => {
    const { content, role } = message as JsonRecord
    return { role: asText(role), content: asList(content) as JsonRecord[], index }
  })
  yield* checkConversation(
    judged.filter(({ index }) => !changesTools(messages[index] as JsonRecord)),
    body,
    model,
  )
}

const unreadable: BodyWordings = {
  surrogate: () => 'Malformed input request: invalid unicode in JSON string.',
  syntax: 'Unexpected end of JSON.',
  shape: 'Expected a JSON object.',
}

/**
 * Answers a Converse request as the API would, without its model: 200, or the refusal in the API's words. Takes the input of
 * the SDK (bytes) as well as the body on the wire (base64). Pure, and it shares no code with the linter (I3).
 *
 * @example judgeConverseRequest({ messages: [] }, 'amazon.nova-pro-v1:0').status // 400
 */
export function judgeConverseRequest(request: unknown, modelId: string): ConverseJudgement {
  const refuse = ({ message, status = 400 }: ConverseRefusal): ConverseJudgement => ({ status, body: { message } })
  const read = readJsonBody(typeof request === 'string' ? request : onWire(request), unreadable)
  if ('message' in read) return refuse(read)
  for (const refusal of refusals(read.body, modelId)) return refuse(refusal)
  return { status: 200 }
}
