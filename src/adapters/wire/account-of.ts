type Crypto = typeof import('node:crypto')
let crypto: Crypto | undefined

/** Headers that carry a key. */
const keyHeaders = ['x-api-key', 'x-goog-api-key', 'api-key'] as const

/** Short-lived tokens: two different ones do not prove two accounts. */
const passing = /^(?:ya29\.|eyJ|sk-ant-oat|gh[ou]_)/

/** A fingerprint of the account whose key a request carries; never the key (I12). Undefined when the request shows no lasting key. */
export function accountOf(headers: Pick<Headers, 'get'>, url?: URL): string | undefined {
  const bearer = /^Bearer\s+(.+)/i.exec(headers.get('authorization') ?? '')?.[1]
  const keys = [...keyHeaders.map((name) => headers.get(name)), url?.searchParams.get('key'), bearer]
  return accountOfKey(keys.find((key) => key !== null && key !== undefined && key !== ''))
}

/** The fingerprint of one key. */
export function accountOfKey(key: unknown): string | undefined {
  if (typeof key !== 'string' || key === '' || passing.test(key)) return undefined
  crypto ??= process.getBuiltinModule('node:crypto')
  return crypto.hash('sha256', `account of ${key}`).slice(0, 16)
}
