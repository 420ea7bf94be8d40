import { type BodyWordings, readJsonBody } from '../shared/read-json-body.ts'
import { isRecord, type JsonRecord } from '../shared/records.ts'
import { checkParts } from './check-parts.ts'
import { checkShape, knownNames } from './check-shape.ts'
import { checkSignatures } from './check-signatures.ts'
import { checkTurns } from './check-turns.ts'
import { normalise, readContents } from './judged-contents.ts'
import { type GeminiErrorBody, geminiErrorBody, type GeminiRefusal } from './refusal.ts'

/** The answer of the Gemini API. */
export type GeminiJudgement = { status: 200 } | { status: number; body: GeminiErrorBody }

/** Refusals in the order in which the API finds them; the first one is the answer. */
function* refusals(body: JsonRecord, model: string): Generator<GeminiRefusal> {
  const contents = normalise(body['contents'], knownNames)
  yield* checkShape({ contents: isRecord(contents) ? [contents] : contents })
  const judged = readContents(isRecord(contents) ? [contents] : contents)
  yield* checkParts(judged)
  yield* checkTurns(judged, model)
  yield* checkSignatures(judged, model)
}

const refuse = (refusal: GeminiRefusal): GeminiJudgement => ({
  status: refusal.code ?? 400,
  body: geminiErrorBody(refusal),
})

const unreadable: BodyWordings = {
  surrogate: () => 'Invalid JSON payload received. Lone surrogate in string.',
  syntax: 'Invalid JSON payload received. Unexpected end of string.',
  shape: 'Invalid JSON payload received. Expected an object.',
}

/**
 * Answers a generateContent request as the API would, without its model: 200, or the refusal in the API's words. Pure, and
 * it shares no code with the linter (I3).
 *
 * @param request the body, as a value or as the JSON text that was sent
 * @param model the model of the request's path, for example `gemini-3-pro-preview`
 * @example judgeGeminiRequest({ contents: [] }, 'gemini-2.5-flash').status // 400
 */
export function judgeGeminiRequest(request: unknown, model: string): GeminiJudgement {
  const read = readJsonBody(request, unreadable)
  if ('message' in read) return refuse(read)
  for (const refusal of refusals(read.body, model)) return refuse(refusal)
  return { status: 200 }
}
