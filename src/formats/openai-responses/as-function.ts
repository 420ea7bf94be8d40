import { isRecord } from '../../json/is-record.ts'
import { askedIn } from './asked-in.ts'
import { fieldsOf } from './item-fields.ts'

/** Calls that the client answers, each kind with an output type of its own. */
const kinds = /^(?:custom_tool|local_shell|shell|apply_patch|computer)_call(?:_output)?$/

/**
 * A call of a kind that a server refuses, or its output, as those of a function, which every server takes
 * (github.com/router-for-me/CLIProxyAPI does so for xAI); undefined for any other item.
 */
export function asFunction(raw: Readonly<Record<string, unknown>>, type: string, refused: string | undefined): unknown {
  if (refused === undefined || !kinds.test(type) || callType(type) !== callType(refused)) return undefined
  const { builtIn, callId, payload } = fieldsOf(type, raw)
  const { [callId]: call_id, [payload]: held = askedIn(raw, type), name, namespace, output, status } = raw
  // For a patch the status is part of its output.
  if (callType(type) !== type) return { type: 'function_call_output', call_id, output: plainOutput(output ?? status) }
  return {
    type: 'function_call',
    call_id,
    name: builtIn ?? name,
    arguments: JSON.stringify(isRecord(held) ? held : { input: held }),
    ...(namespace !== undefined && { namespace }),
  }
}

function callType(type: string): string {
  return type.replace(/_output$/, '')
}

/** A text, or parts that a function's output may hold as well. */
function plainOutput(output: unknown): unknown {
  if (isRecord(output)) return [{ ...output, type: 'input_image' }]
  const isPlain = Array.isArray(output) && output.every((part) => isRecord(part) && 'type' in part)
  return isPlain || typeof output === 'string' ? output : JSON.stringify(output)
}
