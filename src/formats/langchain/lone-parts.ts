import { isEqual } from '../../json/is-equal.ts'
import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { fieldOf } from './message-fields.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * The content indexes of the parts that repeat the entries of `tool_calls`, by entry; undefined for an entry without one. Parts have no id,
 * so an entry takes a part with the same input, else one with its name, else any.
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

/** The content indexes of Gemini calls that no entry repeats: @langchain/google-genai sends entries only. */
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

/** The call in a part of Gemini; undefined for any other block. */
export function askedByPart(block: unknown): Fields | undefined {
  const asked = isRecord(block) && block['type'] === 'functionCall' ? block['functionCall'] : undefined
  return isRecord(asked) ? asked : undefined
}
