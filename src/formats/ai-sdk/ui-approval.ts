import { isRecord } from '../../json/is-record.ts'
import { withField } from '../../json/with-field.ts'
import { exactText, fields, flag, label, type Mend, text } from '../mend.ts'
import { hasGivenBack, isDenied } from './ui-part-shapes.ts'

type Fields = Readonly<Record<string, unknown>>

const none: Mend = () => undefined
const noted = { signature: exactText }
const answered = { reason: text, ...noted }
const asked = fields({ id: label }, { approved: none, reason: none, ...noted })
const granted = fields({ id: label, approved: (value) => flag(value) === true || undefined }, answered)

/** The form of a tool part's approval in each state. Source: `uiMessagesSchema` of ai 6.0 and 7.0. */
const approvals: ReadonlyMap<unknown, Mend> = new Map([
  ['approval-requested', asked],
  ['approval-responded', fields({ id: label, approved: flag }, answered)],
  ['output-available', granted],
  ['output-error', granted],
  // The state already says that the approval was refused.
  ['output-denied', fields({ id: label, approved: () => false }, answered)],
])

/** The part with a legal approval: without one when it cannot be read, and requested again when the answer cannot be told. */
export function withReadableApproval(raw: Fields): Fields {
  const { approval, state, toolCallId } = raw
  // The state lags behind a recorded denial: the user is not asked again.
  if (state !== 'approval-responded' && isDenied(raw)) return withReadableApproval({ ...raw, state: 'output-denied' })
  const hasEnded = state === 'output-denied' && !hasGivenBack(raw)
  if (approval === null && !hasEnded) return withField(raw, 'approval', undefined) as Fields
  // A call that returned something was run, so it was not denied.
  if (!hasEnded && (approval === undefined || state === 'output-denied')) return raw
  const held: Fields = isRecord(approval) ? approval : {}
  const id = label(held['id']) ?? label(toolCallId)
  const mend = approvals.get(state)
  if (mend === undefined || id === undefined) return raw
  // The id ties the request to its answer, and both stand in this part.
  const named = held['id'] === id ? held : withField(held, 'id', id)
  const meant = mend(named)
  if (meant === approval) return raw
  const again = meant === undefined && state === 'approval-responded' ? asked(named) : undefined
  const part = withField(raw, 'approval', meant ?? again) as Fields
  return withAnswerKept(again === undefined ? part : { ...part, state: 'approval-requested' }, approval, meant ?? again)
}

/**
 * The part with an earlier answer to its approval, when its present approval does not contain it: kept in `toolMetadata`, which every
 * version accepts and no conversion sends (I4).
 */
export function withAnswerKept(part: Fields, before: unknown, after: unknown): Fields {
  if (before === undefined || before === null || isAnswerKept(before, after)) return part
  const notes = part['toolMetadata'] ?? {}
  return { ...part, toolMetadata: { ...(isRecord(notes) ? notes : { notes }), formerApproval: before } }
}

const answers: Readonly<Record<string, Mend>> = { approved: flag, reason: text }

function isAnswerKept(before: unknown, after: unknown): boolean {
  if (!isRecord(before)) return false
  return Object.entries(answers).every(([field, mend]) => {
    const said = before[field] ?? null
    return said === null || (isRecord(after) && (mend(said) ?? said) === after[field])
  })
}
