import { type BodyWordings, readJsonBody } from '../shared/read-json-body.ts'
import type { JsonRecord } from '../shared/records.ts'
import { checkCalls } from './check-calls.ts'
import { checkOrder } from './check-order.ts'
import { checkCallSignatures } from './check-call-signatures.ts'
import { checkShape, type Court } from './check-shape.ts'
import { type ChatVendor, laws } from './laws.ts'
import { chatErrorBody, type ChatRefusal } from './refusal.ts'

/** The answer of a vendor: `wording` is its complaint, `body` the whole answer in its own envelope. */
export type ChatJudgement = { status: 200 } | { status: number; wording: string; body: JsonRecord }

function* refusals(court: Court): Generator<ChatRefusal> {
  yield* checkShape(court)
  yield* checkCalls(court)
  yield* checkOrder(court)
  yield* checkCallSignatures(court)
}

const unreadable: BodyWordings = {
  surrogate: ({ at }) =>
    `Failed to parse the request body as JSON: lone leading surrogate in hex escape at line 1 column ${at + 1}`,
  syntax: 'We could not parse the JSON body of your request.',
  shape: 'We could not parse the JSON body of your request: not an object',
}

/**
 * Answers a Chat Completions request as the vendor would, without its model: 200, or the refusal in the vendor's words and
 * envelope. It shares no code with the linter (I3).
 *
 * @param request the body, as a value or as the JSON text that was sent
 * @example judgeOpenAIChatRequest({ model: 'gpt-5.2', messages: [] }).status // 400
 */
export function judgeOpenAIChatRequest(request: unknown, vendor: ChatVendor = 'openai'): ChatJudgement {
  const read = readJsonBody(request, unreadable)
  const refuse = (refusal: ChatRefusal): ChatJudgement => ({
    status: refusal.status ?? 400,
    wording: refusal.message,
    body: chatErrorBody(vendor, refusal),
  })
  if ('message' in read) return refuse(read)
  for (const refusal of refusals({ vendor, law: laws[vendor], body: read.body })) return refuse(refusal)
  return { status: 200 }
}
