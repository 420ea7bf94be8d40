import type { DetectedError } from '../detection/detected-error.ts'
import type { FindingType } from '../doctor/check/reported-finding.ts'
import { placeOf } from '../doctor/check/place-of.ts'
import { explainError, locateError, type LocatedError } from '../doctor/explain-error.ts'
import { findingTypes, guideOf } from '../doctor/guide/finding-guide.ts'
import { toJson } from '../doctor/redact/to-json.ts'
import { findSession } from '../doctor/sessions/find-sessions.ts'
import { CliError } from './cli-error.ts'
import type { CliContext } from './cli-context.ts'
import { exitCode, type ExitCode } from './exit-code.ts'
import { readErrorText } from './read-error-text.ts'
import { formatOf } from './sessions/selection-of.ts'
import type { Invocation } from './table/command.ts'
import { nearest } from './table/nearest.ts'

async function listTypes({ output }: CliContext, isJson: boolean): Promise<ExitCode> {
  if (isJson) {
    const types = findingTypes.map((type) => ({ type, ...guideOf(type) }))
    await output.write(`${toJson({ schema: 'session-recovery.explain-list/1', types }, 2)}\n`)
    return exitCode.healthy
  }
  const width = Math.max(...findingTypes.map((type) => type.length))
  for (const type of findingTypes) await output.line(`${type.padEnd(width)}  ${guideOf(type).title}`)
  return exitCode.healthy
}

async function showGuide(type: FindingType, detected: DetectedError | null, { output }: CliContext): Promise<void> {
  const { title, meaning, repair, mayLose } = guideOf(type)
  await output.line(`${output.style(['bold', 'red'], type)}: ${title}`)
  if (detected) {
    const { provider, messageIndex, blockIndex, toolCallIds, field, limit } = detected
    const facts = { provider, message: messageIndex, block: blockIndex, field, limit, calls: toolCallIds?.join(', ') }
    const known = Object.entries(facts).filter(([, value]) => value !== undefined)
    if (known.length > 0)
      await output.line(`  reported: ${known.map(([name, value]) => `${name} ${value}`).join(', ')}`)
  }
  await output.line(`  meaning:  ${meaning}`)
  await output.line(`  repair:   ${repair}`)
  await output.line(`  may lose: ${mayLose ?? 'nothing.'}`)
}

async function showPlaces({ findings, next }: LocatedError, type: FindingType, { output }: CliContext): Promise<void> {
  const own = findings.filter((finding) => finding.type === type)
  // A fault that both the error and the session show is two findings at one place.
  const places = [...new Set(own.map((finding) => placeOf(finding) || 'the session as a whole'))]
  for (const place of places.slice(0, 20)) await output.line(`  here:     ${place}`)
  if (places.length > 20) await output.line(`  here:     and ${places.length - 20} more`)
  if (places.length === 0) await output.line('  here:     not in this session as it is stored.')
  const others = new Set(findings.filter(({ severity }) => severity === 'error').map((finding) => finding.type))
  others.delete(type)
  if (others.size > 0) await output.line(`  also:     ${[...others].join(', ')}`)
  if (next !== null) await output.line(`  next:     ${output.style('cyan', next)}`)
}

const notAbout = `The error is not about the structure of the conversation: rate limits, context length, authentication, parameters and network errors have other remedies.`

/** One word that is nearly a type is no error of a provider; its codes are words like them (`rate_limit_exceeded`), and further away. */
function refuseMistyped(word: string): void {
  const meant = nearest(word, findingTypes, 8, 1)
  if (meant !== undefined)
    throw new CliError(
      'not_found',
      `There is no type ${word}. Did you mean ${meant}?`,
      'See: session-recovery explain --list',
    )
}

/** `session-recovery explain`: what an error means, and where it comes from. */
export async function explain(invocation: Invocation, context: CliContext): Promise<ExitCode> {
  const { options, positionals } = invocation
  const { output } = context
  if (options.flag('list')) return listTypes(context, options.flag('json'))
  const given = positionals.join(' ')
  const text = given === '' ? '' : await readErrorText(given, context)
  // An empty pipe or file: its producer has failed, and the input holds no error.
  if (text.trim() === '')
    throw new CliError('usage', 'There is nothing to explain.', 'Give the text of an error, a type, or - to read it.')
  const { type, detected, guide } = explainError(text)
  if (type === null && /^\w+$/.test(text)) refuseMistyped(text)
  const where = options.text('session')
  const as = formatOf(invocation)
  const located =
    where === undefined
      ? undefined
      : await locateError(await findSession(where, context, context.cwd), {
          // The name of a type is no error.
          ...((detected !== null || type === null) && { error: text }),
          ...(as && { as }),
        })
  if (options.flag('json')) {
    const document = { schema: 'session-recovery.explain/1', type, detected, guide, located: located ?? null }
    await output.write(`${toJson(document, 2)}\n`)
  } else if (type === null) await output.line(notAbout)
  else {
    await showGuide(type, detected, context)
    if (located) await showPlaces(located, type, context)
    else await output.line(`  next:     ${output.style('cyan', 'session-recovery doctor')}`)
  }
  if (type === null) return exitCode.findings
  return located?.findings.some(({ severity }) => severity === 'error') ? exitCode.findings : exitCode.healthy
}
