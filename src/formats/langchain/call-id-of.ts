import { stringOf } from '../../json/string-of.ts'
import { label } from '../mend.ts'
import { isItemCall } from './item-calls.ts'

/** The id that results refer to; a Responses item also has an id of its own. */
export function callIdOf({ call_id: callId, id, type }: Record<string, unknown>): string | undefined {
  return stringOf(label(isItemCall({ type }) ? (callId ?? id) : id))
}
