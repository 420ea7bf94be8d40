import { isRecord } from '../../json/is-record.ts'
import { ownValue } from '../../json/own-value.ts'
import { parsedJson } from '../../json/parsed-json.ts'
import { withField } from '../../json/with-field.ts'
import type { Block, Message } from '../../transcript/transcript.ts'
import { exactText, type Mend, mendedFields, type Mends, orNull } from '../mend.ts'
import { copiedId } from './copied-id.ts'
import { entryOf } from './entry-of.ts'
import { plainRoles } from './message-classes.ts'
import { restoredCall } from './restored-call.ts'
import { fieldOf, formOf, isMessageInstance, isStored, kindOf, withMessageField } from './message-fields.ts'

/** Any object, lists included, in which fields can be looked up. */
const anObject: Mend = (value) => (typeof value === 'object' && value !== null ? value : undefined)
/** Constructors add absent fields, which an instance therefore has. */
const orNew: Mend = (value) => anObject(value) ?? {}
const name = orNull(exactText)

/** Chat models read fields of the first two in every message, and throw unless they are objects; a name is passed on. */
const mends: Mends = { response_metadata: anObject, additional_kwargs: anObject, name }
const mendsOfInstance: Mends = { response_metadata: orNew, additional_kwargs: orNew, name }

/** Fields of a message that have to change, with their new values. */
export function meantFields({ raw }: Message): Readonly<Record<string, unknown>> {
  return mendedFields(isMessageInstance(raw) ? mendsOfInstance : mends, (field) => fieldOf(raw, field))
}

/** The role of a stored message among unstored ones, where LangChain would make an empty message of it, or throw. */
export function meantRole({ raw }: Message): Readonly<Record<string, unknown>> {
  const role = isStored(raw) ? ownValue(plainRoles, String(kindOf(raw))) : undefined
  return role === undefined ? {} : { role }
}

/** A text part without a type: some chat models pass it on and are refused, others silently omit it. */
export function typedText(part: unknown): unknown {
  if (!isRecord(part) || (part['type'] ?? null) !== null || typeof part['text'] !== 'string') return undefined
  return withField(part, 'type', 'text')
}

/** The evident meaning of a content block that is written otherwise; undefined when it is fine. */
export function meantBlock(block: Block): unknown {
  const mayBeText = (block.kind === 'other' || block.kind === 'unknown') && block.field === 'content'
  return mayBeText ? typedText(block.raw) : identified(block)
}

/**
 * Mends ids: a database may return a number, which chat models pass on and providers refuse; an id that is lost in one place may stand in
 * another.
 */
function identified(block: Block): unknown {
  const { field, kind, raw } = block
  if (kind === 'tool_result' && field === '') {
    const id = fieldOf(raw, 'tool_call_id')
    return typeof id === 'number' ? withMessageField(raw, 'tool_call_id', String(id)) : undefined
  }
  if (kind !== 'tool_call' || !isRecord(raw)) return undefined
  if (isUncoerced(block)) return entryOf(block)
  const restored = field === 'tool_calls' ? restoredCall(block.message.raw, raw) : undefined
  if (restored !== undefined) return restored
  const asked = askedElsewhere(block)
  if (asked !== undefined) return withField(withField(raw, asked, undefined), 'args', inputOf(raw[asked]))
  const isNumber = typeof raw['id'] === 'number'
  const isLost = (isNumber || !block.callId) && field === 'tool_calls'
  const id = (isLost ? copiedId(block) : undefined) ?? (isNumber ? String(raw['id']) : undefined)
  return id === undefined ? undefined : withField(raw, 'id', id)
}

/**
 * Whether an entry of `tool_calls` has the form of Chat Completions, which LangChain keeps and sends without a name. It converts such
 * entries of a plain message if all have that form; a class takes them as they are.
 */
function isUncoerced({ field, message, raw }: Block): boolean {
  if (field !== 'tool_calls' || !isRecord(raw) || raw['type'] === 'tool_call' || !isRecord(raw['function']))
    return false
  const form = formOf(message.raw)
  if (form !== 'plain' && form !== 'serialised') return true
  const { arguments: asked, name: called } = raw['function']
  return typeof called === 'string' && (typeof asked !== 'string' || raw['type'] !== 'function')
}

/** The field of an entry of `tool_calls` that holds the input under another API's name, when `args` is missing. */
function askedElsewhere({ field, raw }: Block): string | undefined {
  if (field !== 'tool_calls' || !isRecord(raw) || (raw['args'] ?? null) !== null || isRecord(raw['function']))
    return undefined
  return ['input', 'arguments'].find((name) => (raw[name] ?? '') !== '')
}

function inputOf(asked: unknown): unknown {
  return typeof asked === 'string' ? (parsedJson(asked) ?? asked) : asked
}
