import { isRecord } from '../../json/is-record.ts'
import { withField } from '../../json/with-field.ts'
import { exactText, flag, label, type Mend, orAsIs } from '../mend.ts'
import type { Role } from '../../transcript/role.ts'
import type { Block, Message } from '../../transcript/transcript.ts'

type Fields = Readonly<Record<string, unknown>>

const options = { providerOptions: mendedOptions }

/**
 * Fields that a part need not have, and that the schema refuses when they hold anything else, null included, which is what a
 * database gives back for them. Source: `modelMessageSchema` of ai 7.0 (src/prompt/content-part.ts).
 */
const optional: Readonly<Record<string, Readonly<Record<string, Mend>>>> = {
  text: options,
  image: { ...options, mediaType: exactText },
  file: { ...options, filename: exactText },
  reasoning: options,
  'reasoning-file': options,
  custom: options,
  'tool-call': { ...options, toolCallId: orAsIs(label), providerExecuted: flag },
  'tool-result': { ...options, toolCallId: orAsIs(label), output: mendedExtras },
  'tool-approval-request': { reason: exactText, isAutomatic: flag, signature: exactText },
  'tool-approval-response': { reason: exactText },
}

/** What each provider's package is told: an object for each of them. */
export function mendedOptions(value: unknown): unknown {
  if (!isRecord(value)) return undefined
  if (areRecords(value)) return value
  const kept = Object.entries(value).filter(([, own]) => isRecord(own))
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}

/** Asked of each reasoning part that the screen reads: nothing is allocated. */
function areRecords(value: Fields): boolean {
  for (const name in value) if (!isRecord(value[name])) return false
  return true
}

/** An output whose optional fields hold what they may; whether it is typed at all, `tool_result_content_invalid` tells. */
function mendedExtras(output: unknown): unknown {
  return isRecord(output) ? withMended(output, { ...options, reason: exactText }) : output
}

function withMended(raw: Fields, mends: Readonly<Record<string, Mend>>): Fields {
  let mended: unknown = raw
  for (const [field, mend] of Object.entries(mends)) {
    const value = raw[field]
    if (value === undefined) continue
    const meant = mend(value)
    if (meant !== value) mended = withField(mended, field, meant)
  }
  return mended as Fields
}

/** A part of that type without what the schema refuses in its optional fields; the part itself when there is none of it. */
export function withoutRefused(raw: Fields, type: string): Fields {
  return withMended(raw, Object.hasOwn(optional, type) ? optional[type]! : {})
}

/** The part as the schema takes it, its type and its optional fields; undefined when both are fine. */
export function canonicalPart({ index, kind, raw, shape }: Block): unknown {
  if (index < 0 || kind === 'unknown' || !isRecord(raw)) return undefined
  const typed = raw['type'] === shape.type ? raw : (withField(raw, 'type', shape.type) as Fields)
  const meant = withoutRefused(typed, shape.type)
  return meant === raw ? undefined : meant
}

/** Fields of a message that have to change, with what they have to be. */
export function meantFields({ raw }: Message): Fields {
  if (!isRecord(raw) || raw['providerOptions'] === undefined) return {}
  const meant = mendedOptions(raw['providerOptions'])
  return meant === raw['providerOptions'] ? {} : { providerOptions: meant }
}

/** The type that a part has lost, by fields that no other part has: pictures, files, calls and results do not go for want of it (I4). */
export function typeByFields(raw: Fields, role: Role): string | undefined {
  const { data, image, mediaType, toolCallId, toolName } = raw
  if (role === 'user' && isData(image)) return 'image'
  if ((role === 'user' || role === 'assistant') && typeof mediaType === 'string' && isData(data)) return 'file'
  if (typeof toolCallId !== 'string' || typeof toolName !== 'string' || 'state' in raw) return undefined
  if ('input' in raw && !('output' in raw)) return role === 'assistant' ? 'tool-call' : undefined
  return isRecord(raw['output']) && !('input' in raw) && role === 'tool' ? 'tool-result' : undefined
}

function isData(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || (typeof value === 'object' && value !== null)
}
