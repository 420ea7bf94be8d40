import { isRecord } from '../../json/is-record.ts'

/** Items that Codex keeps for itself and does not send. */
const localItems: ReadonlySet<unknown> = new Set(['ghost_snapshot', 'other'])

/** Tells a line of a rollout from an object inside a torn one. */
export function isCodexRecord(value: Record<string, unknown>): boolean {
  return typeof value['type'] === 'string' && typeof value['timestamp'] === 'string' && isRecord(value['payload'])
}

/** `payload` of a line. */
export function payloadOf(value: Record<string, unknown>): Record<string, unknown> | undefined {
  return isRecord(value['payload']) ? value['payload'] : undefined
}

/** The item of the Responses API that a line holds, if it is sent. The request is rebuilt from these lines alone. */
export function itemOf(value: Record<string, unknown>): Record<string, unknown> | undefined {
  const payload = value['type'] === 'response_item' ? payloadOf(value) : undefined
  return payload && !localItems.has(payload['type']) ? payload : undefined
}
