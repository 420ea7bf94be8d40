import { isRecord } from '../../json/is-record.ts'
import { parsedJson } from '../../json/parsed-json.ts'
import type { Block } from '../../transcript/transcript.ts'
import { anObject, eachOf, exactText, fields, type Mend, oneOf, orElse, orNull, tagged } from '../mend.ts'

const as = (type: string): Mend => orElse(oneOf(type), type)
const textOrNull = orElse(orNull(exactText), null)
const source = fields({ type: oneOf('base64', 'text'), mediaType: exactText, data: exactText })
const printed = fields({ stdout: exactText, stderr: exactText })

/** The outputs of some of Claude's own tools (`outputSchema` of each in @ai-sdk/anthropic): the package throws on anything else. */
const values: ReadonlyMap<string, Mend> = new Map([
  [
    'web_search',
    eachOf(
      fields({
        type: as('web_search_result'),
        url: exactText,
        title: textOrNull,
        pageAge: textOrNull,
        encryptedContent: exactText,
      }),
    ),
  ],
  [
    'web_fetch',
    fields({
      type: as('web_fetch_result'),
      url: exactText,
      content: fields({ type: as('document'), title: textOrNull, source }),
      retrievedAt: textOrNull,
    }),
  ],
  ['code_execution', tagged({ code_execution_result: printed, bash_code_execution_result: printed })],
  ['advisor', anObject],
])

/** The other tools may return any value except undefined and null. */
const anything: Mend = (value) => value ?? undefined

/** The problem of an output that its tool cannot have returned. */
export const notOfTool = 'not what the tool gives back'

/**
 * Whether Anthropic's package sends a typed output as the result of a provider tool. It omits text, so that the call is refused for lack of
 * a result.
 */
export function isServerOutput(name: string | undefined, output: unknown): boolean {
  if (!isRecord(output)) return false
  const { type, value } = output
  if (type === 'error-json' || (type === 'error-text' && name === 'code_execution')) return true
  return type === 'json' && value !== undefined && meantBy(name, value) === value
}

/**
 * A typed output that the package sends: what the tool evidently returned, else that it failed. Tool servers (MCP) return parts.
 */
export function serverOutputOf(name: string | undefined, output: unknown): { type: string; value: unknown } {
  const { type, value } = isRecord(output) ? output : {}
  if (type === 'error-text') return { type: 'error-json', value }
  const meant = meantBy(name, typeof value === 'string' ? parsedJson(value) : value)
  if (meant !== undefined) return { type: 'json', value: meant }
  if (typeof value === 'string' && value !== '' && !values.has(name ?? ''))
    return { type: 'json', value: [{ type: 'text', text: value }] }
  return { type: 'error-json', value: { errorCode: 'unavailable' } }
}

/**
 * The name that a provider's call and its result must share, since the package reads the name of each. Where they differ, a known tool's
 * name wins, else that of the call.
 */
export function serverToolName(call: Block, result: Block | undefined): string {
  const [own, other] = [call.name ?? '', result?.name ?? '']
  return own === '' || (values.has(other) && !values.has(own)) ? other || own : own
}

function meantBy(name = '', value: unknown): unknown {
  return (values.get(name) ?? anything)(value)
}
