import { isRecord } from '../../json/is-record.ts'
import type { RequestBody } from '../format.ts'
import { areSerialised, areStored, isMessageInstance, kindOf } from './message-fields.ts'

type MessageClass = new (fields: Record<string, unknown>) => unknown

/** Builds new messages: of the classes that the list itself holds or the caller hands over, else as plain objects. */
export type MessageMaker = (kind: 'human' | 'ai' | 'system' | 'tool', fields: Record<string, unknown>) => unknown

/** How a plain message names who speaks. */
export const plainRoles = { human: 'user', ai: 'assistant', system: 'system', tool: 'tool' } as const

const classNames = { human: 'HumanMessage', ai: 'AIMessage', system: 'SystemMessage', tool: 'ToolMessage' } as const

/** A plain message, which LangChain coerces wherever it takes messages. */
export const makePlain: MessageMaker = (kind, fields) => ({ role: plainRoles[kind], ...fields })

/** A message of a list that is loaded by `mapStoredMessagesToChatMessages`, which throws at any other form. */
const makeStored: MessageMaker = (type, data) => ({ type, data })

/** A message beside serialised ones: `load` makes messages of those alone. Where the classes stand differs by language and version. */
function serialisedMaker([first]: readonly unknown[]): MessageMaker {
  const path = (first as { readonly id: readonly string[] }).id.slice(0, -1)
  return (kind, kwargs) => ({ lc: 1, type: 'constructor', id: [...path, classNames[kind]], kwargs })
}

/**
 * The classes of @langchain/core are never imported here: a list of instances brings its own, and `request.messageClasses`
 * (`{ human, ai, system, tool }`) brings what it lacks. They are looked for when the first message is made: a healthy list never asks.
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
    // Most lists are of plain objects, and the brand is looked for up to the end of their prototypes.
    if (!isRecord(raw) || raw['constructor'] === Object || !isMessageInstance(raw)) continue
    const kind = kindOf(raw)
    const made = raw.constructor as unknown as { lc_name?: () => string }
    if (kind !== undefined && !classes.has(kind) && made.lc_name?.().endsWith('Message'))
      classes.set(kind, made as unknown as MessageClass)
  }
  return classes
}
