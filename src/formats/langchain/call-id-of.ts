import { stringOf } from '../../json/string-of.ts'
import { label } from '../mend.ts'
import { isItemCall } from './item-calls.ts'

/** The id by which a result answers: an item of the Responses API has one of its own beside it. */
export function callIdOf({ call_id: callId, id, type }: Record<string, unknown>): string | undefined {
  return stringOf(label(isItemCall({ type }) ? (callId ?? id) : id))
}
