import { isRecord } from '../../json/is-record.ts'
import { withField } from '../../json/with-field.ts'
import { stringOf } from '../../json/string-of.ts'

/**
 * The forms in which LangChain accepts a message: an instance of a class of @langchain/core, a plain object with `role` or
 * `type`, what `toJSON` gives (`lc: 1`, `kwargs`), what `toDict` gives (`type`, `data`), a pair `[role, content]`, a string.
 */
export type MessageForm = 'instance' | 'plain' | 'serialised' | 'stored' | 'pair' | 'text' | 'unreadable'

type Fields = Readonly<Record<string, unknown>>

const brand = Symbol.for('langchain.message')

/** The method by which classes of @langchain/core 0.3 tell their type; those of 1.0 have the brand, and a field for it. */
const typeMethod = '_getType'

/** Whether a value is an instance of a message class, of whichever copy of @langchain/core. */
export function isMessageInstance(raw: unknown): raw is Record<string, unknown> {
  if (typeof raw !== 'object' || raw === null) return false
  return (raw as Record<symbol, unknown>)[brand] !== undefined || ofOlderClass(raw)
}

function ofOlderClass(raw: object): raw is { readonly [typeMethod]: () => string } {
  return typeof (raw as Fields)[typeMethod] === 'function'
}

/** The form of a raw message. */
export function formOf(raw: unknown): MessageForm {
  if (typeof raw === 'string') return 'text'
  if (Array.isArray(raw)) return raw.length === 2 && typeof raw[0] === 'string' ? 'pair' : 'unreadable'
  if (!isRecord(raw)) return 'unreadable'
  if (isMessageInstance(raw)) return 'instance'
  if (raw['lc'] === 1 && isRecord(raw['kwargs'])) return 'serialised'
  return typeof raw['type'] === 'string' && isRecord(raw['data']) ? 'stored' : 'plain'
}

/** Whether a message has the form of `toDict`, which only `mapStoredMessagesToChatMessages` reads. */
export function isStored(raw: unknown): boolean {
  return isRecord(raw) && isRecord(raw['data']) && formOf(raw) === 'stored'
}

/** Whether the list consists of stored messages, which are loaded before they are sent. */
export function areStored(messages: readonly unknown[]): boolean {
  return messages.length > 0 && messages.every(isStored)
}

/** Whether the list has the form of `toJSON` and `dumpd`, which `load` reads. */
export function areSerialised(messages: readonly unknown[]): boolean {
  return (
    messages.length > 0 && messages.every((raw) => formOf(raw) === 'serialised' && Array.isArray((raw as Fields)['id']))
  )
}

/** All fields of a message, in any form. */
export function fieldsOfMessage(raw: unknown): Fields {
  const holder = nested[formOf(raw)]
  const fields = isRecord(raw) && holder !== undefined ? raw[holder] : raw
  return isRecord(fields) ? fields : { content: fieldOf(raw, 'content') }
}

const nested: Partial<Record<MessageForm, string>> = { serialised: 'kwargs', stored: 'data' }

/** A field of a message, in any form. */
export function fieldOf(raw: unknown, field: string): unknown {
  const form = formOf(raw)
  if (form === 'text') return field === 'content' ? raw : undefined
  if (form === 'pair') return field === 'content' ? (raw as readonly unknown[])[1] : undefined
  if (form === 'unreadable') return undefined
  const kept = keptBeside[field]
  if (kept !== undefined) {
    const beside = fieldOf(raw, kept.in)
    const value = isRecord(beside) ? beside[kept.name] : undefined
    if (value !== undefined || kept.alone) return value
  }
  const holder = nested[form]
  const fields = holder === undefined ? raw : (raw as Record<string, unknown>)[holder]
  return (fields as Record<string, unknown>)[field]
}

/** The path of the provider's raw calls; older messages keep calls nowhere else. */
export const rawCallsField = 'additional_kwargs.tool_calls'

/** The path of the items of a Responses answer. */
export const itemsField = 'response_metadata.output'
/** The path of an answer's reasoning. */
export const reasoningField = 'additional_kwargs.reasoning'
/** The path of the text with which the model refused. */
export const refusalField = 'additional_kwargs.refusal'

/** Fields that a message keeps in its provider's form: where, under which name, and whether nowhere else. */
const keptBeside: Readonly<
  Record<string, { readonly in: string; readonly name: string; readonly alone?: true } | undefined>
> = {
  [rawCallsField]: { in: 'additional_kwargs', name: 'tool_calls', alone: true },
  [itemsField]: { in: 'response_metadata', name: 'output', alone: true },
  [reasoningField]: { in: 'additional_kwargs', name: 'reasoning', alone: true },
  [refusalField]: { in: 'additional_kwargs', name: 'refusal', alone: true },
  // The predecessor of tool calls.
  function_call: { in: 'additional_kwargs', name: 'function_call' },
}

/** The path of a message's calls: `tool_calls`, or the provider's raw calls when that list is empty. */
export function callsFieldOf(raw: unknown): string {
  const own = fieldOf(raw, 'tool_calls')
  // The chat models read its `length`: a value that is no list counts as empty.
  const isNone = !Array.isArray(own) || own.length === 0
  return isNone && Array.isArray(fieldOf(raw, rawCallsField)) ? rawCallsField : 'tool_calls'
}

/** A copy of a message with a field set; an instance keeps its class, and its constructor arguments (`lc_kwargs`) follow. */
export function withMessageField(raw: unknown, field: string, value: unknown): unknown {
  const form = formOf(raw)
  if (form === 'text') return field === 'content' ? value : raw
  if (form === 'pair') return field === 'content' ? [(raw as readonly unknown[])[0], value] : raw
  const kept = keptBeside[field]
  const beside = kept === undefined ? undefined : fieldOf(raw, kept.in)
  if (kept !== undefined && (kept.alone || (isRecord(beside) && kept.name in beside)))
    return withMessageField(raw, kept.in, withField(isRecord(beside) ? beside : {}, kept.name, value))
  const holder = nested[form]
  if (holder !== undefined)
    return withField(raw, holder, withField((raw as Record<string, unknown>)[holder], field, value))
  if (form !== 'instance') return withField(raw, field, value)
  const given = (raw as Record<string, unknown>)['lc_kwargs']
  const copy = withField(raw, field, value)
  return isRecord(given) ? withField(copy, 'lc_kwargs', withField(given, field, value)) : copy
}

const messageClass = /^(Human|AI|System|Tool|Function|Chat|Remove)Message(?:Chunk)?$/

/** The kind of a message: `human`, `ai`, `tool`..., or the role of a plain one. Undefined when it names none. */
export function kindOf(raw: unknown): string | undefined {
  switch (formOf(raw)) {
    case 'text':
      return 'human'
    case 'pair':
      return coerced((raw as readonly [string])[0])
    case 'serialised': {
      const id = (raw as Record<string, unknown>)['id']
      return kindOfClass(String(Array.isArray(id) ? id.at(-1) : id))
    }
    case 'unreadable':
      return undefined
    default: {
      const holder = raw as Record<string, unknown>
      const { role, type = ofOlderClass(holder) ? holder[typeMethod]() : undefined } = holder
      const said = type === 'generic' || typeof type !== 'string' ? stringOf(fieldOf(raw, 'role') ?? role) : type
      // Python names a chunk by its class, and loads it as one; a plain message cannot become a chunk.
      return formOf(raw) === 'plain' ? coerced(said) : (kindOfClass(said) ?? said)
    }
  }
}

function kindOfClass(name: string | undefined): string | undefined {
  return messageClass.exec(name ?? '')?.[1]?.toLowerCase()
}

/** LangChain has a class of function messages, but coerces no plain message to it: "Unable to coerce message from array". */
function coerced(said: string | undefined): string | undefined {
  return said === 'function' ? undefined : said
}

/** Whether a message is of LangChain's second generation: packages read only its standard blocks. */
export function isStandard(raw: unknown): boolean {
  const metadata = fieldOf(raw, 'response_metadata')
  return isRecord(metadata) && metadata['output_version'] === 'v1'
}
