import type { MessageData } from '../../hook/message-info.ts'
import type { LoadedSession, RecoveryHost } from '../../hook/recovery-host.ts'
import type { RecoveryOutcome, RecoveryReport } from '../../recovery/recovery-report.ts'
import { marked, syntheticText } from '../../faults/synthetic-text.ts'
import { diagnose } from '../../repair/diagnose.ts'
import { isRecord } from '../../json/is-record.ts'
import type { OpencodeClient, OpencodeMessage } from './host-types.ts'
import { readSession } from './read-session.ts'
import { OpencodeError, writeSession } from './write-session.ts'
import { counted } from '../../json/counted.ts'

/** opencode as a host of the recovery hook: message and part stores over its API, and a prompt of its own to resume. */
export function opencodeHost(client: OpencodeClient): RecoveryHost {
  return {
    async load(sessionID): Promise<LoadedSession | null> {
      const messages = await readMessages(client, sessionID)
      const session = readSession(sessionID, messages)
      return {
        format: 'anthropic-messages',
        messages: session.messages,
        request: session.model === undefined ? {} : { model: session.model },
        data: messages.map(dataOf),
      }
    },
    async commit(sessionID, repaired, loaded) {
      const session = readSession(sessionID, await readMessages(client, sessionID))
      if (JSON.stringify(session.messages) !== JSON.stringify(loaded.messages)) {
        throw new OpencodeError('The session has changed since it was read. It is repaired when it fails again.')
      }
      await writeSession(client, sessionID, session.plan(repaired.edits))
      await proveBetter(client, sessionID, repaired.remaining.length)
    },
    async resume(sessionID, { agent, model, tools }) {
      const chosen = isRecord(model) ? model : {}
      const { variant, ...modelOnly } = chosen
      const result = await client.session.promptAsync({
        path: { id: sessionID },
        body: {
          ...(agent !== undefined && { agent }),
          ...(Object.keys(modelOnly).length > 0 && { model: modelOnly }),
          ...(variant !== undefined && { variant }),
          ...(tools !== undefined && { tools }),
          parts: [{ type: 'text', text: marked(syntheticText.goOn), synthetic: true }],
        },
      })
      if (result.error !== undefined)
        throw new OpencodeError('opencode refused to resume the session.', { cause: result.error })
    },
    async notify(report) {
      const toast = toastOf(report)
      if (toast !== null) await client.tui?.showToast({ body: toast })
    },
  }
}

async function readMessages(client: OpencodeClient, sessionID: string): Promise<OpencodeMessage[]> {
  const { data, error } = await client.session.messages({ path: { id: sessionID } })
  if (data === undefined) throw new OpencodeError('opencode cannot read the session.', { cause: error })
  return data
}

/** Re-reads before success is claimed: what opencode has stored now must not have more faults than the plan left. */
async function proveBetter(client: OpencodeClient, sessionID: string, allowed: number): Promise<void> {
  const { messages, model } = readSession(sessionID, await readMessages(client, sessionID))
  const request = model === undefined ? {} : { model }
  const { faults } = diagnose(messages, { format: 'anthropic-messages', request, purpose: 'stored' })
  if (faults.length > allowed)
    throw new OpencodeError(`The session still has ${counted(faults.length, 'fault')} after the repair.`)
}

function dataOf({ info, parts }: OpencodeMessage): MessageData {
  const synthetic = parts.length > 0 && parts.every((part) => part['synthetic'] === true)
  return { info: { ...info, ...(synthetic && { synthetic }) } }
}

/** Outcomes that leave the user with a session that does not continue. */
const givenUp: ReadonlySet<RecoveryOutcome> = new Set(['unrepairable', 'exhausted', 'failed'])

function toastOf({ outcome, detected, loss }: RecoveryReport): Record<string, unknown> | null {
  const fault = detected?.type.replaceAll('_', ' ') ?? 'a refusal without a reason'
  if (outcome === 'recovered') {
    return { title: 'Session recovered', message: `${fault}; loss: ${loss}`, variant: 'success' }
  }
  if (!givenUp.has(outcome)) return null
  const message = `${fault}: not repaired (${outcome}). Try: npx session-recovery doctor`
  return { title: 'Session not recovered', message, variant: 'warning' }
}
