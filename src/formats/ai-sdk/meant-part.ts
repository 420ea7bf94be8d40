import { isRecord } from '../../json/is-record.ts'
import { withField } from '../../json/with-field.ts'
import { exactText, fields, flag, label, type Mend, mendedFields, type Mends, orAsIs, otherThan } from '../mend.ts'
import type { Role } from '../../transcript/role.ts'
import type { Block, Message } from '../../transcript/transcript.ts'
import { renamedField } from './renamed-field.ts'
import { withBytesOfWords } from './spelt-file.ts'
import { mendedOptions } from './told-mends.ts'

type Fields = Readonly<Record<string, unknown>>

const options: Mends = { providerOptions: mendedOptions }
const ofOutput = fields({}, { ...options, reason: exactText })
/** An output with its optional fields mended; whether it is typed at all is left to `tool_result_content_invalid`. */
const output: Mend = (value) => ofOutput(value) ?? value
const spoken = fields({}, options)

/**
 * Optional fields of a part, which the schema refuses when they hold anything of another type, null included, which databases return for
 * absent fields. Source: `modelMessageSchema` of ai 7.0 (src/prompt/content-part.ts).
 */
const optional: Mends = {
  text: spoken,
  image: fields({}, { ...options, mediaType: exactText }),
  file: fields({}, { ...options, filename: exactText }),
  reasoning: spoken,
  'reasoning-file': spoken,
  custom: spoken,
  'tool-call': fields({}, { ...options, toolCallId: orAsIs(label), providerExecuted: flag }),
  'tool-result': fields({}, { ...options, toolCallId: orAsIs(label), output }),
  'tool-approval-request': fields({}, { reason: exactText, isAutomatic: flag, signature: exactText }),
  'tool-approval-response': fields({}, { reason: exactText }),
}

/** A part of that type with its optional fields mended; the part itself when nothing has to change. */
export function withoutRefused(raw: Fields, type: string): Fields {
  // AI SDK 4 calls the input of a call `args`.
  const named = type === 'tool-call' ? renamedField(raw, 'args', 'input') : raw
  return (Object.hasOwn(optional, type) ? optional[type]!(named) : named) as Fields
}

/** The part as the schema accepts it, with its type and mended optional fields; undefined when it is fine. */
export function canonicalPart({ index, kind, raw, shape }: Block): unknown {
  if (index < 0 || kind === 'unknown' || !isRecord(raw)) return undefined
  const typed = raw['type'] === shape.type ? raw : (withField(raw, 'type', shape.type) as Fields)
  const meant = withoutRefused(typed, shape.type)
  return otherThan(raw, withBytesOfWords(meant) ?? meant)
}

/** Fields of a message that have to change, with their new values. */
export function meantFields({ raw }: Message): Fields {
  return isRecord(raw) ? mendedFields(options, (field) => raw[field]) : {}
}

/**
 * The type that a part has lost, recognised by fields of that type alone, so that images, files, calls and results need not be removed
 * (I4).
 */
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
