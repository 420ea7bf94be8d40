import { isRecord } from '../../json/is-record.ts'
import { flag } from '../mend.ts'
import { type BlockShape, unknownShape } from '../../transcript/block-shape.ts'
import { partShape, partShapes } from './part-shapes.ts'

/** The static parts of a UIMessage. Source: `uiMessagesSchema` of ai 7.0 (src/ui/validate-ui-messages.ts). */
const staticShapes = partShapes([
  ['text', 'text', { text: 'string' }, null],
  ['reasoning', 'thinking', {}, null],
  ['custom', 'other', { kind: 'string' }, null],
  ['file', 'media', { mediaType: 'string', url: 'string' }, null],
  ['reasoning-file', 'other', { mediaType: 'string', url: 'string' }, null],
  ['source-url', 'other', { sourceId: 'string', url: 'string' }, null],
  ['source-document', 'other', { sourceId: 'string', mediaType: 'string', title: 'string' }, null],
])

/** Parts that open a new step, or a new turn (a message of the user). */
const opening: ReadonlyMap<string, BlockShape> = new Map([
  ['step-start', { ...partShape('step-start', 'other', {}, null), opens: 'step' }],
  [
    'steering-message',
    { ...partShape('steering-message', 'other', { id: 'string', parts: 'array' }, null), opens: 'turn' },
  ],
])

const other = partShape('tool', 'other', {}, null)
const call = partShape('tool', 'tool_call', {}, null)
const serverCall = partShape('tool', 'tool_call', {}, null, true)

/** The result half of a tool part, which is the same raw part. */
export const uiResult: BlockShape = partShape('tool', 'tool_result', {}, null)
export const uiServerResult: BlockShape = partShape('tool', 'tool_result', {}, null, true)

/** Types of ModelMessage parts: without a state, such a part is no tool part, although its type has the form `tool-<name>`. */
const modelTypes: ReadonlySet<string> = new Set([
  'tool-call',
  'tool-result',
  'tool-approval-request',
  'tool-approval-response',
])

/** Whether a part is a tool part: `tool-<name>` or `dynamic-tool`. */
export function isToolPart(raw: unknown): raw is Record<string, unknown> {
  if (!isRecord(raw) || typeof raw['type'] !== 'string') return false
  const { state, type } = raw as { state?: unknown; type: string }
  if (state === undefined && modelTypes.has(type)) return false
  return type === 'dynamic-tool' || (type.startsWith('tool-') && !('toolInvocation' in raw))
}

/**
 * Whether the tool returned something, even when the state says that its input is still streaming, or that it was denied (I4). Null is what
 * a store writes for an absent field.
 */
export function hasGivenBack({ errorText, output }: Record<string, unknown>): boolean {
  return (output ?? errorText ?? null) !== null
}

/** Whether the conversion makes a result of the part; a state that contradicts the part's fields makes none. */
export function hasOutcome(part: Record<string, unknown>): boolean {
  const { errorText, output, state } = part
  switch (state) {
    case 'output-available':
      return errorText === undefined
    case 'output-error':
      return typeof errorText === 'string' && output === undefined
    case 'output-denied':
      return !hasGivenBack(part)
    default:
      return isDenied(part)
  }
}

/** States before the user's answer to an approval request, and right behind it. */
const deniable: ReadonlySet<unknown> = new Set(['approval-requested', 'approval-responded', 'input-available'])

/** Whether the user has denied a call that did not run; a call that returned something did run. */
export function isDenied(part: Record<string, unknown>): boolean {
  const { approval, state } = part
  return deniable.has(state) && isRecord(approval) && flag(approval['approved']) === false && !hasGivenBack(part)
}

/** The shape of a part. A call whose input is still streaming, or that stands outside an assistant message, is never sent. */
export function uiPartShape(raw: Readonly<Record<string, unknown>>, mayCall: boolean): BlockShape {
  const { type, state, providerExecuted } = raw
  if (isToolPart(raw)) {
    if (!mayCall || (state === 'input-streaming' && !hasGivenBack(raw))) return other
    return providerExecuted === true ? serverCall : call
  }
  if (typeof type !== 'string') return unknownShape
  return type.startsWith('data-') ? other : (staticShapes.get(type) ?? opening.get(type) ?? unknownShape)
}
