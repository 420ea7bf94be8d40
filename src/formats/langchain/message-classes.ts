import { isRecord } from '../../json/is-record.ts'
import type { RequestBody } from '../format.ts'
import { areSerialised, areStored, isMessageInstance, kindOf } from './message-fields.ts'

type MessageClass = new (fields: Record<string, unknown>) => unknown

/** Builds new messages: of classes that the list itself holds or the caller passes, else as plain objects. */
export type MessageMaker = (kind: 'human' | 'ai' | 'system' | 'tool', fields: Record<string, unknown>) => unknown

/** The role of a plain message for each kind. */
export const plainRoles = { human: 'user', ai: 'assistant', system: 'system', tool: 'tool' } as const

const classNames = { human: 'HumanMessage', ai: 'AIMessage', system: 'SystemMessage', tool: 'ToolMessage' } as const

/** A plain message, which LangChain coerces wherever it accepts messages. */
export const makePlain: MessageMaker = (kind, fields) => ({ role: plainRoles[kind], ...fields })

/** A message for a list that `mapStoredMessagesToChatMessages` loads, which throws at any other form. */
const makeStored: MessageMaker = (type, data) => ({ type, data })

/** A message for a serialised list, which `load` reads; the path of the classes differs by language and version. */
function serialisedMaker([first]: readonly unknown[]): MessageMaker {
  const path = (first as { readonly id: readonly string[] }).id.slice(0, -1)
  return (kind, kwargs) => ({ lc: 1, type: 'constructor', id: [...path, classNames[kind]], kwargs })
}

/**
 * The classes of @langchain/core are never imported here: a list of instances brings its own, and `request.messageClasses` (`{ human, ai,
 * system, tool }`) the others. They are looked up when the first message is made, so never for a healthy list.
 */
export function messageMaker(messages: readonly unknown[], request: RequestBody): MessageMaker {
  let classes: ReadonlyMap<string, MessageClass> | undefined
  if (areStored(messages)) return makeStored
  if (areSerialised(messages)) return serialisedMaker(messages)
  return (kind, fields) => {
    const Class = (classes ??= classesOf(messages, request)).get(kind)
    return Class === undefined ? makePlain(kind, fields) : new Class({ ...fields })
  }
}

function classesOf(messages: readonly unknown[], request: RequestBody): ReadonlyMap<string, MessageClass> {
  const classes = new Map<string, MessageClass>()
  const given = request['messageClasses']
  if (isRecord(given))
    for (const [kind, value] of Object.entries(given))
      if (typeof value === 'function') classes.set(kind, value as MessageClass)
  for (const raw of messages) {
    // Most lists hold plain objects, and the check of the brand walks the whole prototype chain.
    if (!isRecord(raw) || raw['constructor'] === Object || !isMessageInstance(raw)) continue
    const kind = kindOf(raw)
    const made = raw.constructor as unknown as { lc_name?: () => string }
    if (kind !== undefined && !classes.has(kind) && made.lc_name?.().endsWith('Message'))
      classes.set(kind, made as unknown as MessageClass)
  }
  return classes
}
