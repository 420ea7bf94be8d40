import { asList, isRecord, type JsonRecord } from '../shared/records.ts'

/** A part in camelCase, with its path as errors name it. */
export type JudgedPart = { value: JsonRecord; path: string; content: number; index: number }

export type JudgedContent = { role: unknown; parts: JudgedPart[]; index: number }

/** Fields with the caller's own data, whose keys are not the API's. */
const opaque = new Set(['args', 'response', 'partMetadata'])

const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

export const snakeName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The value with all fields in one spelling. Null means absent in protobuf JSON, but an unknown field name is reported all the same. */
export function normalise(value: unknown, known: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => normalise(item, known))
  if (!isRecord(value)) return value
  const entries = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    const field = camel(name)
    if (inner === undefined || (inner === null && known.has(field))) return []
    return [[field, opaque.has(field) ? inner : normalise(inner, known)]]
  })
  return Object.fromEntries(entries)
}

/** Reads the contents of a body whose shape has been checked; one part without a list counts as a list of one. */
export function readContents(contents: unknown): JudgedContent[] {
  return asList(contents).map((content, index) => {
    const { parts, role } = content as JsonRecord
    const list = Array.isArray(parts) ? parts : parts === undefined ? [] : [parts]
    return {
      role,
      index,
      parts: list.map((value, at) => ({
        value: value as JsonRecord,
        path: `contents[${index}].parts[${at}]`,
        content: index,
        index: at,
      })),
    }
  })
}

export const partsWith = (content: JudgedContent | undefined, field: string): JudgedPart[] =>
  content?.parts.filter((part) => part.value[field] !== undefined) ?? []
