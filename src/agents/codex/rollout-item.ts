import { createHash } from 'node:crypto'
import { isRecord } from '../../json/is-record.ts'

const textTypes: Readonly<Record<string, string>> = { assistant: 'output_text' }

function contentOf(content: unknown, role: string): unknown {
  const type = textTypes[role] ?? 'input_text'
  if (typeof content === 'string') return [{ type, text: content }]
  if (!Array.isArray(content)) return content
  return content.map((part: unknown) => (isRecord(part) && part['type'] === 'text' ? { ...part, type } : part))
}

/** An id of the same kind, derived from the old one and the item: the same repair writes the same bytes (I2). */
function renamed(id: string, item: Record<string, unknown>): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([id, item]))
    .digest('hex')
  return `${/^[a-z]+_/.exec(id)?.[0] ?? ''}${digest.slice(0, 32)}`
}

/**
 * An item of the request as Codex stores it (I18). The API takes messages without `type` and with plain text; Codex leaves
 * such a line out of the next request without a word. An item that must lose its id gets another one: Codex has one on each
 * item that the provider has sent.
 *
 * @param before the item that stood there; absent for one that the repair has added
 */
export function toRolloutItem(after: unknown, before?: unknown): unknown {
  if (!isRecord(after)) return after
  const { role } = after
  const isMessage = typeof role === 'string' && (after['type'] === undefined || after['type'] === 'message')
  const item = isMessage ? { ...after, type: 'message', content: contentOf(after['content'], role) } : after
  const id = isRecord(before) ? before['id'] : undefined
  if (typeof id !== 'string' || 'id' in item) return isMessage ? { type: 'message', ...item } : item
  return { type: item['type'], id: renamed(id, item), ...item }
}
