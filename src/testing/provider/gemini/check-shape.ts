import { asList, isRecord, type JsonRecord } from '../shared/records.ts'
import { snakeName } from './judged-contents.ts'
import type { GeminiRefusal } from './refusal.ts'

type FieldType = 'string' | 'enum' | 'bytes' | 'struct' | 'bool' | 'media' | 'any'

/** The data fields of a part, at most one of which may be set, and their inner fields (ai.google.dev/api/caching#Part). */
const data: Record<string, Record<string, FieldType> | 'string'> = {
  text: 'string',
  inlineData: { mimeType: 'string', data: 'bytes', displayName: 'string' },
  fileData: { mimeType: 'string', fileUri: 'string', displayName: 'string' },
  functionCall: { id: 'string', name: 'string', args: 'struct', partialArgs: 'any', willContinue: 'bool' },
  functionResponse: {
    id: 'string',
    name: 'string',
    response: 'struct',
    parts: 'media',
    scheduling: 'enum',
    willContinue: 'bool',
  },
  executableCode: { id: 'string', language: 'enum', code: 'string' },
  codeExecutionResult: { id: 'string', outcome: 'enum', output: 'string' },
  toolCall: { id: 'string', toolType: 'enum', args: 'struct' },
  toolResponse: { id: 'string', toolType: 'enum', response: 'struct' },
}

const extras: Record<string, FieldType> = {
  thought: 'bool',
  thoughtSignature: 'bytes',
  videoMetadata: 'any',
  mediaResolution: 'any',
  mediaProcessing: 'any',
  partMetadata: 'struct',
  speechMetadata: 'any',
  audioTranscription: 'any',
}

/** All field names that the reader knows. */
export const knownNames: ReadonlySet<string> = new Set([
  'role',
  'parts',
  ...Object.keys(extras),
  ...Object.entries(data).flatMap(([name, fields]) => [name, ...Object.keys(fields === 'string' ? {} : fields)]),
])

const types: Record<FieldType, { label: string; holds: (value: unknown) => boolean }> = {
  // The values of an enumeration are not known to the judge.
  enum: {
    label: 'TYPE_ENUM',
    holds: (value) => Number.isInteger(value) || (typeof value === 'string' && /^[A-Z]\w*$/.test(value)),
  },
  string: { label: 'TYPE_STRING', holds: (value) => typeof value === 'string' },
  bytes: {
    label: 'TYPE_BYTES',
    holds: (value) => typeof value === 'string' && /^[A-Za-z0-9+/_-]*={0,2}$/.test(value),
  },
  struct: { label: 'type.googleapis.com/google.protobuf.Struct', holds: isRecord },
  bool: { label: 'TYPE_BOOL', holds: (value) => typeof value === 'boolean' },
  media: {
    label: 'type.googleapis.com/google.ai.generativelanguage.v1beta.FunctionResponsePart',
    holds: Array.isArray,
  },
  any: { label: '', holds: () => true },
}

const unknownName = (field: string, path: string): GeminiRefusal => ({
  message: `Invalid JSON payload received. Unknown name "${field}" at '${path}': Cannot find field.`,
})

function* checkValue(value: unknown, type: FieldType, path: string): Generator<GeminiRefusal> {
  const { holds, label } = types[type]
  if (holds(value)) return
  const reason = type === 'bytes' ? 'Base64 decoding failed for ' : ''
  yield { message: `Invalid value at '${path}' (${label}), ${reason}${JSON.stringify(value)?.slice(0, 80)}` }
}

/** Parts beside a response: `FunctionResponsePart` knows media only. */
function* checkMedia(list: unknown, path: string): Generator<GeminiRefusal> {
  for (const [at, part] of asList(list).entries()) {
    const place = `${path}[${at}]`
    if (!isRecord(part)) yield { message: `Invalid value at '${place}' (${types.media.label})` }
    else
      for (const [field, value] of Object.entries(part)) {
        const known = field === 'inlineData' || field === 'fileData' ? data[field] : undefined
        if (known === undefined || known === 'string') {
          if (field !== 'mediaProcessing') yield unknownName(field, place)
          continue
        }
        const inside = `${place}.${snakeName(field)}`
        if (!isRecord(value)) yield { message: `Invalid value at '${inside}'` }
        else
          for (const [name, held] of Object.entries(value)) {
            if (known[name] === undefined) yield unknownName(name, inside)
            else yield* checkValue(held, known[name], `${inside}.${snakeName(name)}`)
          }
      }
  }
}

function* checkPart(part: unknown, path: string): Generator<GeminiRefusal> {
  if (!isRecord(part)) {
    return yield {
      message: `Invalid value at '${path}' (type.googleapis.com/google.ai.generativelanguage.v1beta.Part)`,
    }
  }
  const set = Object.keys(part).filter((field) => field in data)
  for (const [field, value] of Object.entries(part)) {
    const extra = extras[field]
    const inner = data[field]
    const at = `${path}.${snakeName(field)}`
    if (extra) yield* checkValue(value, extra, at)
    else if (inner === 'string') yield* checkValue(value, 'string', at)
    else if (inner === undefined) yield unknownName(field, path)
    else if (!isRecord(value)) yield { message: `Invalid value at '${at}'` }
    else {
      for (const [name, held] of Object.entries(value)) {
        const type = inner[name]
        if (type === undefined) yield unknownName(name, at)
        else yield* checkValue(held, type, `${at}.${snakeName(name)}`)
        if (type === 'media') yield* checkMedia(held, `${at}.${snakeName(name)}`)
      }
    }
  }
  if (set.length > 1)
    yield {
      message: `Invalid value at '${path}' (oneof), oneof field 'data' is already set. Cannot set '${set[1]}'`,
    }
}

/** What the JSON reader refuses before it looks at contents: field names, types, several data in one part. */
export function* checkShape(body: JsonRecord): Generator<GeminiRefusal> {
  const { contents } = body
  if (contents === undefined || (Array.isArray(contents) && contents.length === 0))
    return yield { message: '* GenerateContentRequest.contents: contents is not specified' }
  for (const [index, content] of asList(contents).entries()) {
    const path = `contents[${index}]`
    if (!isRecord(content)) {
      yield { message: `Invalid value at '${path}' (type.googleapis.com/google.ai.generativelanguage.v1beta.Content)` }
      continue
    }
    for (const [field, value] of Object.entries(content)) {
      if (field !== 'role' && field !== 'parts') yield unknownName(field, path)
      if (field === 'role') yield* checkValue(value, 'string', `${path}.role`)
      if (field !== 'parts') continue
      if (Array.isArray(value)) for (const [at, part] of value.entries()) yield* checkPart(part, `${path}.parts[${at}]`)
      else yield* checkPart(value, `${path}.parts[0]`)
    }
  }
}
