import type { FoldedText } from '../words/fold-text.ts'
import { isBodyOfOther } from './is-body-of-other.ts'
import { isInList } from './is-in-list.ts'
import { isOfOtherSystem } from './is-of-other-system.ts'
import { isOfProvider } from './is-of-provider.ts'
import type { RefusedBy } from '../shapes/is-refusal.ts'
import type { RequestPath } from '../paths/request-path.ts'

/** Who speaks in an error: a provider of models that refuses a request, another system, or nobody that can be told. */
export type Speaker = 'provider' | 'other' | 'unknown'

/** Signs that a body refuses a request to a model, whatever its form: the providers' error type, a path into the messages. */
const ofRequest = /invalid_request_error|(?<![a-z_])(?:messages|input|contents)(?:[./]\d{1,4}(?!\d)|,\d{1,4},)/

/**
 * Tells who speaks in an error. The status of a refusal on the error object decides for a provider. The name of another system
 * decides against a status in words or in the body, and against a path into a list of messages.
 *
 * @param body the body as it was sent, where it has been parsed
 *
 * @example
 * speakerOf(foldText('Failed to load image layer: docker'), [], 'nothing') // 'other'
 */
export function speakerOf(
  text: FoldedText,
  paths: readonly RequestPath[],
  refused: RefusedBy,
  body?: FoldedText,
): Speaker {
  const said = body ?? text
  const isOfRequest = paths.some(isInList) || ofRequest.test(said.lower)
  if (refused === 'elsewhere' || isBodyOfOther(said.lower, isOfRequest)) return 'other'
  if (refused === 'status') return 'provider'
  const isOwnPath = paths.some(({ hasIndex, own }) => own && hasIndex)
  if (isOfOtherSystem(said, { isOfRequest, isOwnPath })) return 'other'
  return refused !== 'nothing' || isOwnPath || isOfProvider(said) ? 'provider' : 'unknown'
}
