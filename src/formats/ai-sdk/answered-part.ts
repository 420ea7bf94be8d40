import { isRecord } from '../../json/is-record.ts'
import { textOrJson } from '../../json/text-or-json.ts'
import type { ResultContent } from '../format.ts'
import { withAnswerKept } from './ui-approval.ts'

type Fields = Readonly<Record<string, unknown>>

/** A tool part with an outcome: the outcome that it already holds under a state that hides it, else the given one. */
export function answeredPart(raw: Fields, { content, isError }: ResultContent): unknown {
  const { approval, errorText, output: held, preliminary: _preliminary, ...others } = raw
  // Under any other state, null stands for an absent field.
  const output = others['state'] === 'output-available' ? held : (held ?? undefined)
  const granted: { readonly approval?: unknown } =
    isRecord(approval) && approval['approved'] === true ? { approval } : {}
  const rest = withAnswerKept(others, approval, granted.approval)
  if (errorText !== undefined && errorText !== null) {
    // A part has room for an output or an error; both were recorded, so both stay in the text (I4).
    const failed = textOrJson(errorText)
    const said = output === undefined ? failed : `${failed}\n\n${textOrJson(output)}`
    return { ...rest, state: 'output-error', errorText: said, ...granted }
  }
  if (output !== undefined) return { ...rest, state: 'output-available', output, ...granted }
  if (!isError) return { ...rest, state: 'output-available', output: content, ...granted }
  return { ...rest, state: 'output-error', errorText: textOrJson(content), ...granted }
}
