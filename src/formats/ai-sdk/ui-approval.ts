import { isRecord } from '../../json/is-record.ts'
import { withField } from '../../json/with-field.ts'
import { exactText, fields, flag, label, type Mend } from '../mend.ts'

type Fields = Readonly<Record<string, unknown>>

const none: Mend = () => undefined
const noted = { signature: exactText }
const answered = { reason: exactText, ...noted }

const granted = fields({ id: label, approved: (value) => flag(value) === true || undefined }, answered)
const denied = fields({ id: label }, answered)

/** What the approval of a tool part has to be in each state of it. Source: `uiMessagesSchema` of ai 6.0 and 7.0. */
const approvals: ReadonlyMap<unknown, Mend> = new Map([
  ['approval-requested', fields({ id: label }, { approved: none, reason: none, ...noted })],
  ['approval-responded', fields({ id: label, approved: flag }, answered)],
  ['output-available', granted],
  ['output-error', granted],
  // The state tells the answer.
  ['output-denied', (value) => withAnswer(denied(value), false)],
])

/** The part with an approval that its schema takes: without one where none can be read, and asked for again where nobody can tell the answer. */
export function withReadableApproval(raw: Fields): Fields {
  const { approval, state } = raw
  const mend = approval === undefined ? undefined : approvals.get(state)
  if (mend === undefined) return raw
  const meant = mend(approval)
  if (meant === approval) return raw
  if (meant !== undefined || state !== 'approval-responded') return withField(raw, 'approval', meant) as Fields
  const asked = approvals.get('approval-requested')!(approval)
  return asked === undefined ? raw : { ...(withField(raw, 'approval', asked) as Fields), state: 'approval-requested' }
}

function withAnswer(approval: unknown, approved: boolean): unknown {
  return isRecord(approval) && approval['approved'] !== approved ? withField(approval, 'approved', approved) : approval
}
