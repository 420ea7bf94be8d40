import { isRecord } from '../../json/is-record.ts'
import type { Block } from '../../transcript/transcript.ts'
import { outputText } from './tool-output.ts'
import { isToolPart } from './ui-part-shapes.ts'

/** The state in which a version of `ai` records a denied call; before version 6 only that of an error exists. */
export type SettledState = 'output-denied' | 'output-error'

const denials: ReadonlySet<unknown> = new Set(['approval-responded', 'output-denied'])

/**
 * A tool part whose approval was refused, moved to the given state; undefined when it is there already, or was not refused.
 *
 * @example
 * deniedAs('output-error', block) // { type: 'tool-read', state: 'output-error', errorText: 'The tool call was denied.', ... }
 */
export function deniedAs(denied: SettledState, { kind, raw }: Block): unknown {
  if (kind !== 'tool_call' || !isToolPart(raw)) return undefined
  const { approval, ...part } = raw
  const { approved, reason } = isRecord(approval) ? approval : {}
  if (!denials.has(part['state']) || part['state'] === denied || approved !== false) return undefined
  return denied === 'output-denied'
    ? { ...raw, state: denied }
    : { ...part, state: denied, errorText: outputText({ type: 'execution-denied', reason }) }
}
