import { maskSecrets } from './mask-secrets.ts'

/** JSON with secrets masked inside its strings. */
export function toJson(value: unknown, indent?: number): string {
  return JSON.stringify(
    value,
    (_key, each: unknown) => (typeof each === 'string' ? maskSecrets(each.toWellFormed()) : each),
    indent,
  )
}
