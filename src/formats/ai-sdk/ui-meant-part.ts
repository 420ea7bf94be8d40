import { isRecord } from '../../json/is-record.ts'
import { withField } from '../../json/with-field.ts'
import { exactText, fields, flag, label, type Mends, oneOf, orAsIs, otherThan } from '../mend.ts'
import type { Block } from '../../transcript/transcript.ts'
import type { Format } from '../format.ts'
import { answeredPart } from './answered-part.ts'
import { renamedField } from './renamed-field.ts'
import { withBytesOfWords } from './spelt-file.ts'
import { mendedOptions } from './told-mends.ts'
import { withReadableApproval } from './ui-approval.ts'
import { uiIdOf } from './ui-id.ts'
import { hasOutcome, isToolPart } from './ui-part-shapes.ts'

type Fields = Readonly<Record<string, unknown>>

const told: Mends = { providerMetadata: mendedOptions }
const streamed: Mends = { ...told, state: oneOf('streaming', 'done') }

/**
 * Optional fields of a UIMessage part; with values of another type, `validateUIMessages` refuses them or the conversion passes them on.
 * Source: `uiMessagesSchema` of ai 5.0 to 7.0 (src/ui/validate-ui-messages.ts).
 */
const optional: Mends = {
  text: fields({}, streamed),
  reasoning: fields({}, { ...streamed, id: exactText }),
  custom: fields({}, told),
  file: fields({}, { ...told, filename: exactText }),
  'reasoning-file': fields({}, told),
  'source-url': fields({}, { ...told, title: exactText }),
  'source-document': fields({}, { ...told, filename: exactText }),
}
const data = fields({}, { id: exactText })
const tool = fields(
  {},
  {
    toolCallId: orAsIs(label),
    title: exactText,
    providerExecuted: flag,
    preliminary: flag,
    callProviderMetadata: mendedOptions,
    resultProviderMetadata: mendedOptions,
  },
)

/** The part with its optional fields mended; the part itself when nothing has to change. */
export function withoutRefusedField(raw: Fields): Fields {
  const type = String(raw['type'])
  if (isToolPart(raw)) return tool(withReadableApproval(withoutNulls(withOwnNames(raw)))) as Fields
  if (type.startsWith('data-')) return data(raw) as Fields
  return (Object.hasOwn(optional, type) ? optional[type]!(raw) : raw) as Fields
}

/**
 * Pre-releases of AI SDK 5 used version 4's names for a tool's input and output. JSON drops the undefined output of a tool that returned
 * nothing: the conversion sends null for it, but the schema demands the field.
 */
function withOwnNames(raw: Fields): Fields {
  const { errorText, state } = raw
  const part = renamedField(renamedField(raw, 'args', 'input'), 'result', 'output') as Fields
  return state === 'output-available' && errorText === undefined && !('output' in part)
    ? (withField(part, 'output', null) as Fields)
    : part
}

/**
 * The part without the nulls that a store writes for absent fields: the schema accepts one of `output` and `errorText`, and neither before
 * the end.
 */
function withoutNulls(raw: Fields): Fields {
  const part = (raw['errorText'] === null ? withField(raw, 'errorText', undefined) : raw) as Fields
  return part['output'] === null && part['state'] !== 'output-available'
    ? (withField(part, 'output', undefined) as Fields)
    : part
}

/** The part as the schema accepts it; undefined when it is fine. A call and its result are one part, which is mended as the call. */
export function canonicalUiPart({ kind, raw, shape }: Block): unknown {
  if (kind === 'unknown' || kind === 'tool_result' || !isRecord(raw)) return undefined
  const meant = shape.server ? withOutcome(withoutRefusedField(raw)) : withoutRefusedField(raw)
  return otherThan(raw, withBytesOfWords(meant) ?? meant)
}

/** The states of a tool part. Source: `uiMessagesSchema` of ai 7.0. */
const states: ReadonlySet<unknown> = new Set([
  'input-streaming',
  'input-available',
  'approval-requested',
  'approval-responded',
  'output-available',
  'output-error',
  'output-denied',
])

/** A provider's call may legally be unanswered, so only this check finds a result that the state hides (I4). */
function withOutcome(part: Fields): Fields {
  const given = part['errorText'] ?? part['output'] ?? null
  if (given === null) return states.has(part['state']) ? part : { ...part, state: 'input-available' }
  return hasOutcome(part) ? part : (answeredPart(part, { content: given, isError: false }) as Fields)
}

/** A value for an id of the wrong type; a missing id is no fault, since only `validateUIMessages` demands one. */
export const meantUiFields: NonNullable<Format['meantFields']> = ({ raw }) => {
  if (!isRecord(raw)) return {}
  const { id, parts } = raw
  return id === undefined || typeof id === 'string' ? {} : { id: label(id) ?? uiIdOf(parts) }
}
