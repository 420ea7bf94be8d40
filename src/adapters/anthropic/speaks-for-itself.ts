import { answersJson } from '../../json/answers-json.ts'
import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'

/** Messages whose fields are what is sent: looked at once, however often their conversation comes back. */
const plain = new WeakSet<object>()

/**
 * Whether the messages of a body are sent as their fields say. Documents of a database and classes of an application answer `toJSON`
 * with something else, and what would be read in their place is what nobody sends (I4).
 */
export function speaksForItself(body: Readonly<Record<string, unknown>>): boolean {
  const batched = listOf(body['requests']).map((item) => (isRecord(item) && !answersJson(item) ? item['params'] : item))
  return [body, ...batched].every(
    (request) => !answersJson(request) && (!isRecord(request) || listOf(request['messages']).every(isPlain)),
  )
}

function isPlain(message: unknown): boolean {
  if (!isRecord(message) || plain.has(message)) return true
  if (answersJson(message) || listOf(message['content']).some(answersJson)) return false
  plain.add(message)
  return true
}
