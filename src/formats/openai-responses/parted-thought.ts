import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { withField } from '../../json/with-field.ts'
import { isSilentPart } from '../../transcript/is-silent-part.ts'
import type { Block } from '../../transcript/transcript.ts'
import { partShapes } from './item-shapes.ts'

/**
 * Reasoning that holds message parts, as reasoning and messages; null when it holds none. A program that merges two turns leaves there what
 * a user or the model has said, which would be lost when the reasoning is removed (I4). Parts before the first thought stay before it, and
 * nothing of a user comes between reasoning with an id and the item that follows it.
 */
export function partedThought({ payload, raw }: Block): readonly unknown[] | null {
  const parts = listOf(payload)
  const thoughts = parts.filter((part) => speakerOf(part) === undefined)
  if (thoughts.length === parts.length) return null
  const isKept = isRecord(raw) && typeof raw['id'] === 'string'
  const lead = parts.indexOf(thoughts[0])
  const leads = (part: unknown, at: number): boolean => at < lead || (isKept && speakerOf(part) === 'user')
  return [
    ...messagesOf(parts.filter(leads)),
    withField(raw, 'content', thoughts),
    ...messagesOf(parts.filter((part, at) => !leads(part, at))),
  ]
}

function messagesOf(parts: readonly unknown[]): readonly unknown[] {
  const messages: { role: string; content: unknown[] }[] = []
  for (const part of parts) {
    const role = speakerOf(part)
    if (role === undefined || isSilentPart(part)) continue
    if (messages.at(-1)?.role !== role) messages.push({ role, content: [] })
    messages.at(-1)!.content.push(part)
  }
  return messages
}

function speakerOf(part: unknown): string | undefined {
  return isRecord(part) ? partShapes.get(String(part['type']))?.roles?.[0] : undefined
}
