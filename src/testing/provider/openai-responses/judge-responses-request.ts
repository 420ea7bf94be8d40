import { type BodyWordings, readJsonBody } from '../shared/read-json-body.ts'
import { isRecord, type JsonRecord } from '../shared/records.ts'
import { checkItems } from './check-items.ts'
import { checkPairs } from './check-pairs.ts'
import { checkServerState } from './check-server-state.ts'
import { type ResponsesErrorBody, responsesErrorBody, type ResponsesRefusal } from './refusal.ts'
import { type HeldState, nothingHeld } from './transcript.ts'

/** The assumed state of the server; items that it does not hold are not found. */
export type ResponsesJudgeOptions = {
  /** What the server keeps; default: nothing. */
  held?: HeldState
  /** Secret of the encrypted content. */
  secret?: string
}

/** The answer of the Responses API. */
export type ResponsesJudgement = { status: 200 } | { status: number; body: ResponsesErrorBody }

type Earlier = { openCalls: readonly { type: string; call_id: string }[]; items: readonly string[] }

const noEarlier: Earlier = { openCalls: [], items: [] }

/** The continued history, or the refusal when it cannot be found. */
function earlierOf(body: JsonRecord, held: HeldState): Earlier | ResponsesRefusal {
  const previous = body['previous_response_id']
  const conversation = isRecord(body['conversation']) ? body['conversation']['id'] : body['conversation']
  if (typeof previous === 'string')
    return (
      held.responses[previous] ?? {
        message: `Previous response with id '${previous}' not found.`,
        param: 'previous_response_id',
        code: 'previous_response_not_found',
      }
    )
  if (typeof conversation === 'string')
    return (
      held.conversations[conversation] ?? { message: `Conversation with id '${conversation}' not found.`, status: 404 }
    )
  return noEarlier
}

function* refusals(body: JsonRecord, options: ResponsesJudgeOptions): Generator<ResponsesRefusal> {
  const { held = nothingHeld(), secret } = options
  const { input } = body
  const earlier = earlierOf(body, held)
  if ('message' in earlier) return yield earlier
  const isContinued = ['previous_response_id', 'conversation', 'prompt'].some((field) => body[field] != null)
  if (input === undefined || input === null || (Array.isArray(input) && input.length === 0)) {
    if (!isContinued)
      yield { message: `One of "input" or "previous_response_id" or 'prompt' or 'conversation' must be provided.` }
    return
  }
  if (typeof input === 'string') return yield* checkPairs([], held, earlier.openCalls)
  if (!Array.isArray(input))
    return yield {
      message: `Invalid type for 'input': expected one of a string or array of input items.`,
      param: 'input',
    }
  yield* checkItems(input)
  const items = input.filter(isRecord)
  yield* checkServerState(items, body, held, earlier.items, secret)
  yield* checkPairs(items, held, earlier.openCalls)
}

const unparsed = 'We could not parse the JSON body of your request.'
const unreadable: BodyWordings = {
  surrogate: () => 'Invalid body: failed to parse JSON value: lone surrogate found.',
  syntax: unparsed,
  shape: unparsed,
}

/**
 * Answers a Responses request as the API would, without its model: 200, or the refusal in the API's words. Pure; it shares
 * no code with the linter (I3). Wordings: recorded errors of the API; shapes: `ResponseInputItem` of the SDK.
 *
 * @param request the body, as a value or as the JSON text that was sent
 * @example judgeResponsesRequest({ model: 'gpt-5', input: [] }).status // 400
 */
export function judgeResponsesRequest(request: unknown, options: ResponsesJudgeOptions = {}): ResponsesJudgement {
  const refuse = (refusal: ResponsesRefusal): ResponsesJudgement => ({
    status: refusal.status ?? 400,
    body: responsesErrorBody(refusal),
  })
  const read = readJsonBody(request, unreadable)
  if ('message' in read) return refuse(read)
  for (const refusal of refusals(read.body, options)) return refuse(refusal)
  return { status: 200 }
}
