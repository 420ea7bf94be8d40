import { marked } from '../../faults/synthetic-text.ts'
import { isRecord } from '../../json/is-record.ts'
import { withField } from '../../json/with-field.ts'
import type { Block } from '../../transcript/transcript.ts'
import {
  anObject,
  base64,
  exactText,
  fields,
  flag,
  label,
  type Mend,
  type Mends,
  orElse,
  otherThan,
  text,
} from '../mend.ts'
import type { Rules } from '../rules.ts'
import { saysFailure } from '../says-failure.ts'
import type { PartData } from './part-shapes.ts'
import { withReadableParts } from './response-parts.ts'
import { spellings } from './spelling.ts'

/** Mends the fields of an object in either spelling; null means absent, as in protobuf JSON. */
const spelled = (mends: Mends): Mend =>
  fields(
    {},
    Object.fromEntries(
      Object.entries(mends).flatMap(([field, mend]) =>
        spellings(field).map((name) => [name, (value: unknown) => (value === null ? null : mend(value))]),
      ),
    ),
  )

/** Other APIs' names for the arguments of a call. */
const ofCalls = ['arguments', 'input', 'parameters']
const ofResults = ['output', 'content', 'result']

/** Moves a field of another API's name to its own; the value is left to other strategies. */
function renamed(field: string, names: readonly string[], mend: Mend): Mend {
  return (value) => {
    const inner = mend(value)
    if (!isRecord(inner) || (inner[field] ?? undefined) !== undefined) return inner
    const name = names.find((other) => (inner[other] ?? undefined) !== undefined)
    return name === undefined ? inner : withField(withField(inner, name, undefined), field, inner[name])
  }
}

const ofMedium = spelled({ mimeType: exactText, displayName: text, data: base64 })

/**
 * A value of an enumeration: its number, which protobuf JSON allows too, or its name in capitals. New values may come with any version of
 * the API, so names are not checked; a known name that lost the common prefix gets it back.
 */
function oneOfEnum(beginning = '', ...shortened: readonly string[]): Mend {
  return (value) => {
    if (Number.isInteger(value)) return value
    const name = typeof value === 'string' ? value.toUpperCase() : ''
    if (shortened.includes(name)) return `${beginning}${name}`
    return /^[A-Z]\w*$/.test(name) && name.startsWith(beginning) ? name : undefined
  }
}

const known = oneOfEnum('OUTCOME_', 'OK', 'FAILED', 'DEADLINE_EXCEEDED', 'UNSPECIFIED')
const late = /time.?out|timed|deadline/i
const success = /^(?:succe\w*|complete[ds]?|done|finished|passed|true)$/i

/** The outcome of a run, also in the words of other APIs. */
const outcome: Mend = (value) => {
  const meant = known(typeof value === 'string' && /^\d$/.test(value) ? Number(value) : value)
  if (meant !== undefined) return meant
  const word = String(value)
  if (late.test(word)) return 'OUTCOME_DEADLINE_EXCEEDED'
  if (saysFailure(word)) return 'OUTCOME_FAILED'
  return success.test(word) ? 'OUTCOME_OK' : undefined
}

const ofRun = spelled({ id: label, outcome: orElse(outcome, 'OUTCOME_UNSPECIFIED'), output: text })

/** An outcome in unknown words is appended to the output, since it may say that the run failed. */
const run: Mend = (value) => {
  const mended = ofRun(value)
  const word = isRecord(value) ? value['outcome'] : undefined
  if (!isRecord(mended) || typeof word !== 'string' || word.trim() === '' || outcome(word) !== undefined) return mended
  const told = marked(`This run ended as "${word}".`)
  return withField(mended, 'output', mended['output'] ? `${String(mended['output'])}\n${told}` : told)
}

/** The objects behind the keys (`Part` of @google/genai 3.1); names, arguments and responses have strategies of their own. */
const inner: Readonly<Record<Exclude<PartData, 'text'>, Mend>> = {
  inlineData: ofMedium,
  fileData: ofMedium,
  functionCall: renamed('args', ofCalls, spelled({ id: label, willContinue: flag })),
  functionResponse: renamed('response', ofResults, spelled({ id: label, scheduling: oneOfEnum(), willContinue: flag })),
  executableCode: spelled({ id: label, language: orElse(oneOfEnum(), 'LANGUAGE_UNSPECIFIED'), code: text }),
  codeExecutionResult: run,
  toolCall: spelled({ id: label, toolType: oneOfEnum(), args: anObject }),
  toolResponse: spelled({ id: label, toolType: oneOfEnum(), response: anObject }),
}

const beside: Mends = { thought: flag, thoughtSignature: exactText, partMetadata: anObject }

const parts: ReadonlyMap<string, Mend> = new Map(
  (Object.keys(inner) as (keyof typeof inner)[]).flatMap((data) =>
    spellings(data).map((key) => [key, spelled({ ...beside, [data]: inner[data] })] as const),
  ),
)
const ofText = spelled(beside)
const ofThought = spelled({ ...beside, text })

/** The part with its fields mended; undefined when nothing has to change. */
export function meantPart({ raw, shape }: Block, { refusedFields }: Rules): unknown {
  if (!isRecord(raw) || shape.kind === 'unknown') return undefined
  const mended = (parts.get(shape.type) ?? (shape.kind === 'thinking' ? ofThought : ofText))(raw)
  if (shape.kind !== 'tool_result' || shape.server) return otherThan(raw, mended)
  const inner = (mended as Record<string, unknown>)[shape.type]
  const read = withReadableParts(inner, refusedFields, ofMedium)
  return otherThan(raw, read === inner ? mended : withField(mended, shape.type, read))
}
