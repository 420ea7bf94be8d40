import type { RequestBody } from '../formats/format.ts'
import type { DropStaleThinking } from '../formats/rules.ts'
import { isRecord } from '../json/is-record.ts'

/** The request fields that ask the provider to drop thinking that no longer verifies; null when the request asks already. */
export function askToDropStaleThinking(request: RequestBody, remedy: DropStaleThinking): RequestBody | null {
  const { field, setting, defaults } = remedy
  const current = isRecord(request[field]) ? request[field] : defaults
  if (Object.entries(setting).every(([name, value]) => JSON.stringify(current[name]) === JSON.stringify(value)))
    return null
  return { [field]: { ...current, ...setting } }
}
