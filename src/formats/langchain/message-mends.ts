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

/** Anything that fields can be looked for in: of JSON it may be a list. */
const anObject: Mend = (value) => (typeof value === 'object' && value !== null ? value : undefined)
/** Constructors give what is not there; an instance has been through one. */
const orNew: Mend = (value) => anObject(value) ?? {}
const name = orNull(exactText)

/** The chat models look into the first two, whoever's message it is, and throw where they are no objects; a name they pass on. */
const mends: Mends = { response_metadata: anObject, additional_kwargs: anObject, name }
const mendsOfInstance: Mends = { response_metadata: orNew, additional_kwargs: orNew, name }

/** Fields of a message that have to change, with what they have to be. */
export function meantFields({ raw }: Message): Readonly<Record<string, unknown>> {
  return mendedFields(isMessageInstance(raw) ? mendsOfInstance : mends, (field) => fieldOf(raw, field))
}

/** The role that a stored message has among messages that are sent: LangChain makes an empty one of it there, or throws. */
export function meantRole({ raw }: Message): Readonly<Record<string, unknown>> {
  const role = isStored(raw) ? ownValue(plainRoles, String(kindOf(raw))) : undefined
  return role === undefined ? {} : { role }
}

/** A part that says a text without its type: some chat models pass it on, and are refused; others leave its words out, unseen. */
export function typedText(part: unknown): unknown {
  if (!isRecord(part) || (part['type'] ?? null) !== null || typeof part['text'] !== 'string') return undefined
  return withField(part, 'type', 'text')
}

/** What a block of content evidently means, and is not written as. */
export function meantBlock(block: Block): unknown {
  const mayBeText = (block.kind === 'other' || block.kind === 'unknown') && block.field === 'content'
  return mayBeText ? typedText(block.raw) : identified(block)
}

/**
 * A database may give back a number for an id: the chat models pass it on, and the provider refuses it. One that is lost in one place
 * stands in another.
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
 * An entry of `tool_calls` in the words of Chat Completions that LangChain leaves as it is, and sends without a name: it makes its own
 * of one in a plain message, whole; what a class is given is taken for its own.
 */
function isUncoerced({ field, message, raw }: Block): boolean {
  if (field !== 'tool_calls' || !isRecord(raw) || raw['type'] === 'tool_call' || !isRecord(raw['function']))
    return false
  const form = formOf(message.raw)
  if (form !== 'plain' && form !== 'serialised') return true
  const { arguments: asked, name: called } = raw['function']
  return typeof called === 'string' && (typeof asked !== 'string' || raw['type'] !== 'function')
}

/** The field in which an entry of `tool_calls` has what it asks under the name of another API, and nothing under its own. */
function askedElsewhere({ field, raw }: Block): string | undefined {
  if (field !== 'tool_calls' || !isRecord(raw) || (raw['args'] ?? null) !== null || isRecord(raw['function']))
    return undefined
  return ['input', 'arguments'].find((name) => (raw[name] ?? '') !== '')
}

function inputOf(asked: unknown): unknown {
  return typeof asked === 'string' ? (parsedJson(asked) ?? asked) : asked
}
