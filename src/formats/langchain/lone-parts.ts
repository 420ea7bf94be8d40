import { isEqual } from '../../json/is-equal.ts'
import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { fieldOf } from './message-fields.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * The places of the parts in the content that repeat the entries of `tool_calls`, entry by entry; undefined where none does. A part has
 * no id: each entry is repeated by one that asks the same, by one of its name, or by any.
 */
export function placesOfEntries(message: unknown): readonly (number | undefined)[] {
  const alone = new Map(partsOf(message))
  return listOf(fieldOf(message, 'tool_calls')).map((entry) => {
    const { args, name } = isRecord(entry) ? entry : {}
    const named = [...alone].filter(([, asked]) => asked['name'] === name)
    const repeats = named.find(([, asked]) => isEqual(asked['args'], args)) ?? named[0] ?? [...alone][0]
    if (repeats) alone.delete(repeats[0])
    return repeats?.[0]
  })
}

/** The places of the calls of Gemini that no entry repeats: @langchain/google-genai sends the entries alone. */
export function loneParts(message: unknown): ReadonlySet<number> {
  const repeated = new Set(placesOfEntries(message))
  return new Set(partsOf(message).flatMap(([place]) => (repeated.has(place) ? [] : [place])))
}

function partsOf(message: unknown): readonly (readonly [place: number, asked: Fields])[] {
  return listOf(fieldOf(message, 'content')).flatMap((block, place) => {
    const asked = askedByPart(block)
    return asked === undefined ? [] : [[place, asked] as const]
  })
}

/** What a part of Gemini's asks for; undefined for any other block. */
export function askedByPart(block: unknown): Fields | undefined {
  const asked = isRecord(block) && block['type'] === 'functionCall' ? block['functionCall'] : undefined
  return isRecord(asked) ? asked : undefined
}
