import { shortHash } from '../../json/short-hash.ts'

/** The header that identifies a retried request: with a changed body servers refuse the same key, or return the former answer. */
export const keyHeader = 'idempotency-key'

/**
 * The headers of a request whose body was changed: with further values of list headers (those that are there stay, in their order,
 * and none appears twice), and with a key that names this body, the same each time it is sent (I2).
 *
 * @example
 * repairedHeaders({ 'Idempotency-Key': 'turn-7' }, [], body).get('idempotency-key') // 'turn-7-0k3f81x2ab9q'
 */
export function repairedHeaders(
  headers: HeadersInit | undefined,
  added: readonly (readonly [name: string, values: readonly string[]])[],
  body: string,
): Headers {
  const result = new Headers(headers)
  for (const [name, values] of added) {
    if (values.length === 0) continue
    const present = (result.get(name) ?? '').split(',').map((value) => value.trim())
    result.set(name, [...new Set([...present.filter(Boolean), ...values])].join(','))
  }
  const key = result.get(keyHeader)
  if (key) result.set(keyHeader, `${key}-${shortHash(body)}`)
  return result
}
