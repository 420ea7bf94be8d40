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

/** How the classes of @langchain/core 0.3 say what they are; those of 1.0 have the brand, and a field for it. */
const typeMethod = '_getType'

/** Whether a value is an instance of a message class, of whichever copy of @langchain/core. */
export function isMessageInstance(raw: unknown): raw is Record<string, unknown> {
  if (typeof raw !== 'object' || raw === null) return false
  return (raw as Record<symbol, unknown>)[brand] !== undefined || ofOlderClass(raw)
}

function ofOlderClass(raw: object): raw is { readonly [typeMethod]: () => string } {
  return typeof (raw as Fields)[typeMethod] === 'function'
}

/** Which of the forms a raw message has. */
export function formOf(raw: unknown): MessageForm {
  if (typeof raw === 'string') return 'text'
  if (Array.isArray(raw)) return raw.length === 2 && typeof raw[0] === 'string' ? 'pair' : 'unreadable'
  if (!isRecord(raw)) return 'unreadable'
  if (isMessageInstance(raw)) return 'instance'
  if (raw['lc'] === 1 && isRecord(raw['kwargs'])) return 'serialised'
  return typeof raw['type'] === 'string' && isRecord(raw['data']) ? 'stored' : 'plain'
}

/** Whether a message is written as `toDict` gives it: only `mapStoredMessagesToChatMessages` reads that form. */
export function isStored(raw: unknown): boolean {
  return isRecord(raw) && isRecord(raw['data']) && formOf(raw) === 'stored'
}

/** Whether a list is one of stored messages, which are loaded before they are sent. */
export function areStored(messages: readonly unknown[]): boolean {
  return messages.length > 0 && messages.every(isStored)
}

/** Whether a list is one of what `toJSON` and `dumpd` give, which `load` reads. */
export function areSerialised(messages: readonly unknown[]): boolean {
  return (
    messages.length > 0 && messages.every((raw) => formOf(raw) === 'serialised' && Array.isArray((raw as Fields)['id']))
  )
}

/** All fields of a message, wherever its form keeps them. */
export function fieldsOfMessage(raw: unknown): Fields {
  const holder = nested[formOf(raw)]
  const fields = isRecord(raw) && holder !== undefined ? raw[holder] : raw
  return isRecord(fields) ? fields : { content: fieldOf(raw, 'content') }
}

const nested: Partial<Record<MessageForm, string>> = { serialised: 'kwargs', stored: 'data' }

/** A field of a message, wherever its form keeps it. */
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

/** Where a message keeps the raw calls of its provider: an older one keeps them nowhere else. */
export const rawCallsField = 'additional_kwargs.tool_calls'

/** Where a message keeps the items of an answer of the Responses API. */
export const itemsField = 'response_metadata.output'
/** Where it keeps the reasoning of one. */
export const reasoningField = 'additional_kwargs.reasoning'
/** Where it keeps the words with which the model refused. */
export const refusalField = 'additional_kwargs.refusal'

/** What a message keeps among the words of its provider, under its name there, and whether it has no other place. */
const keptBeside: Readonly<
  Record<string, { readonly in: string; readonly name: string; readonly alone?: true } | undefined>
> = {
  [rawCallsField]: { in: 'additional_kwargs', name: 'tool_calls', alone: true },
  [itemsField]: { in: 'response_metadata', name: 'output', alone: true },
  [reasoningField]: { in: 'additional_kwargs', name: 'reasoning', alone: true },
  [refusalField]: { in: 'additional_kwargs', name: 'refusal', alone: true },
  // The call from before there were tools.
  function_call: { in: 'additional_kwargs', name: 'function_call' },
}

/** The list in which the calls of a message stand: `tool_calls`, or the raw ones of its provider where that has none. */
export function callsFieldOf(raw: unknown): string {
  const own = fieldOf(raw, 'tool_calls')
  // The chat models ask for its length: what is no list has none.
  const isNone = !Array.isArray(own) || own.length === 0
  return isNone && Array.isArray(fieldOf(raw, rawCallsField)) ? rawCallsField : 'tool_calls'
}

/** A copy of a message with a field set; a class instance keeps its class, and what its constructor was given follows (`lc_kwargs`). */
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

/** What a message says it is: `human`, `ai`, `tool`..., or the role of a plain one. Undefined when it says nothing. */
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
      // Python calls a chunk by its class, and loads it again; of a plain message nobody makes one.
      return formOf(raw) === 'plain' ? coerced(said) : (kindOfClass(said) ?? said)
    }
  }
}

function kindOfClass(name: string | undefined): string | undefined {
  return messageClass.exec(name ?? '')?.[1]?.toLowerCase()
}

/** LangChain has a class of messages of functions, and makes none of a plain one: "Unable to coerce message from array". */
function coerced(said: string | undefined): string | undefined {
  return said === 'function' ? undefined : said
}

/** Messages of LangChain's second generation are sent by other rules: the package reads their standard blocks, and nothing else. */
export function isStandard(raw: unknown): boolean {
  const metadata = fieldOf(raw, 'response_metadata')
  return isRecord(metadata) && metadata['output_version'] === 'v1'
}
