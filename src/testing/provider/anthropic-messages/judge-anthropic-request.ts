import { type BodyWordings, readJsonBody } from '../shared/read-json-body.ts'
import { asList, isRecord, type JsonRecord } from '../shared/records.ts'
import { checkCacheControl } from './check-cache-control.ts'
import { checkClientTools } from './check-client-tools.ts'
import { checkCompaction } from './check-compaction.ts'
import { checkMedia } from './check-media.ts'
import { checkPlacement } from './check-placement.ts'
import { checkReferences } from './check-references.ts'
import { bindingBeta, type BindingPolicy, checkSeals, type InputTransformation } from './check-seals.ts'
import { checkServerTools } from './check-server-tools.ts'
import { checkEnd, checkText } from './check-text.ts'
import { checkThinking, thinkingMode } from './check-thinking.ts'
import { readConversation } from './conversation.ts'
import { judgedModel } from './models.ts'
import { type ApiErrorBody, errorBody, type Refusal } from './refusal.ts'
import { checkRequestShape, modelName } from './request-shape.ts'
import { defaultSecret } from './seals.ts'
import { resolveThread, type ThreadLookup } from './threads.ts'

/** What the judge knows beside the request. Every check that depends on more than the request has its option here. */
export type JudgeOptions = {
  /** Key of the signatures that count as genuine; default: the emulator's own. */
  secret?: string
  /** Whether `max_tokens` is required (default true). */
  requireMaxTokens?: boolean
  /** Whether tool blocks need `tools`, and tool references a defined tool (default true). */
  requireTools?: boolean
  /** The behaviour on a changed prefix when the request sets none (default 'error', as for accounts since 2026-08-31). */
  bindingPolicy?: BindingPolicy
  /** Stored threads by the id of their last response. */
  threads?: ThreadLookup
}

/** The answer of the Messages API; with 200 it also reports thinking that no longer fits. */
export type Judgement =
  | { status: 200; inputTransformations: InputTransformation[] }
  | { status: number; body: ApiErrorBody }

/** Headers of a request; the judge reads `anthropic-beta`. */
export type RequestHeaders = Readonly<Record<string, string | undefined>> | Headers

export function betasOf(headers: RequestHeaders): Set<string> {
  const value = headers instanceof Headers ? headers.get('anthropic-beta') : headers['anthropic-beta']
  return new Set(
    (value ?? '')
      .split(',')
      .map((beta) => beta.trim())
      .filter((beta) => beta !== ''),
  )
}

function policyOf(body: JsonRecord, fallback: BindingPolicy): BindingPolicy {
  const thinking = body['thinking']
  const binding = isRecord(thinking) ? thinking['block_binding'] : undefined
  const behavior = isRecord(binding) ? binding['prefix_mismatch_behavior'] : undefined
  return behavior === 'error' || behavior === 'drop_block' ? behavior : fallback
}

/** Refusals in the order in which the API finds them (provider-errors.md §4); the first one is the answer. */
function* refusals(
  body: JsonRecord,
  headers: RequestHeaders,
  options: JudgeOptions,
  transformations: InputTransformation[],
): Generator<Refusal> {
  const betas = betasOf(headers)
  const model = judgedModel(modelName(body))
  const { secret = defaultSecret, requireMaxTokens = true, requireTools = true } = options
  const resolved = resolveThread(body, betas, options.threads)
  if ('message' in resolved) return yield resolved
  yield* checkRequestShape(resolved.body, { betas, model, requireMaxTokens })
  const conversation = readConversation(asList(resolved.body['messages']).filter(isRecord))
  yield* checkCompaction(conversation, secret)
  yield* checkPlacement(conversation)
  yield* checkText(conversation, resolved.body)
  yield* checkReferences(conversation, resolved.body, requireTools)
  yield* checkClientTools(conversation)
  yield* checkServerTools(conversation, resolved.body)
  yield* checkCacheControl(conversation, resolved.body)
  yield* checkMedia(conversation, model)
  yield* checkThinking(conversation, resolved.body, model)
  yield* checkEnd(conversation, model, {
    creditToken: typeof resolved.body['fallback_credit_token'] === 'string',
    thinks: thinkingMode(resolved.body, model) === 'enabled',
  })
  const policy = policyOf(resolved.body, options.bindingPolicy ?? 'error')
  const context = { body: resolved.body, model, secret, policy, hasBindingBeta: betas.has(bindingBeta) }
  yield* checkSeals(conversation, context, transformations)
}

const refuse = (refusal: Refusal): Judgement => ({ status: refusal.status ?? 400, body: errorBody(refusal) })

const unreadable: BodyWordings = {
  surrogate: ({ at, kind }) =>
    `The request body is not valid JSON: ${kind} in string: line 1 column ${at + 1} (char ${at})`,
  syntax: 'The request body is not valid JSON: unexpected character',
  shape: 'Input should be an object',
}

/**
 * Answers a Messages request as the API would, without its model: 200, or the refusal in the API's words. Strict where the
 * documentation or a recorded probe is; what is 200 there is 200 here. Pure, and it shares no code with the linter (I3).
 *
 * @param request the body, as a value or as the JSON text that was sent
 * @param headers the request headers; only `anthropic-beta` is read
 * @example judgeAnthropicRequest({ model: 'claude-opus-5', max_tokens: 9, messages: [] }).status // 400
 */
export function judgeAnthropicRequest(
  request: unknown,
  headers: RequestHeaders = {},
  options: JudgeOptions = {},
): Judgement {
  const read = readJsonBody(request, unreadable)
  if ('message' in read) return refuse(read)
  const transformations: InputTransformation[] = []
  for (const refusal of refusals(read.body, headers, options, transformations)) return refuse(refusal)
  return { status: 200, inputTransformations: transformations }
}
