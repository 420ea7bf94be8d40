import { SessionRecoveryError } from '../../errors/session-recovery-error.ts'
import {
  judgeAnthropicRequest,
  type JudgeOptions,
  type RequestHeaders,
} from '../provider/anthropic-messages/judge-anthropic-request.ts'

/**
 * Thrown by `expectHealthy`; the message holds the wording of the API.
 *
 * @example
 * try { expectHealthy([{ role: 'user', content: '' }]) }
 * catch (error) { if (UnhealthyTranscriptError.isInstance(error)) console.log(error.status) } // 400
 */
export class UnhealthyTranscriptError extends SessionRecoveryError<'unhealthy_transcript'> {
  static override readonly brand: string = 'UnhealthyTranscriptError'
  readonly status: number

  constructor(status: number, wording: string) {
    super('unhealthy_transcript', `The provider would refuse this request with ${status}: ${wording}`)
    this.status = status
  }
}

/** The rest of a request's body; `betas` stands for the beta header. */
export type HealthyRequest = { [field: string]: unknown; betas?: readonly string[] }

/**
 * Throws when the Messages API would refuse these messages.
 *
 * @param messages the `messages` of an Anthropic Messages request
 * @param request the rest of its body; `betas` (values of the beta header) are split off. What is left out stays unjudged:
 * without `tools` their presence is not demanded, without `model` a recent model is assumed
 * @throws UnhealthyTranscriptError with the API's wording
 * @example expectHealthy(repair(messages, { format: 'anthropic-messages' }).messages)
 */
export function expectHealthy(messages: unknown, request: HealthyRequest = {}, options: JudgeOptions = {}): void {
  const { betas = [], ...rest } = request
  const body = { model: 'claude-opus-5', max_tokens: 1024, ...rest, messages }
  const headers: RequestHeaders = { 'anthropic-beta': betas.join(',') }
  const judgement = judgeAnthropicRequest(body, headers, { requireTools: 'tools' in rest, ...options })
  if ('body' in judgement) throw new UnhealthyTranscriptError(judgement.status, judgement.body.error.message)
}
