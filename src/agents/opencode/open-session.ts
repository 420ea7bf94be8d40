import { indexForms } from '../../formats/index-forms.ts'
import type { Edit } from '../../transcript/edit.ts'
import type { AgentSession, RecordChange, RecordRef, SessionRef, SessionWrite } from '../agent.ts'
import type { SessionFinding } from '../session-finding.ts'
import { lastRefusal } from '../last-refusal.ts'
import { asksClaude, buildMessages, currentModel } from './build-messages.ts'
import { storeOf } from './discover.ts'
import { sinceCompaction, withoutReverted } from './history.ts'
import { planRows } from './plan-rows.ts'
import type { RowChange } from './stored-rows.ts'
import { verdictOf } from './verdict-of.ts'

/** Releases that were run and damaged for `docs/agents.md`: 1.18.33 with its database, 1.1.65 with its folders. */
const knownVersion = /^1\.(?:18|1)\.\d+/

const operations = { update: 'replaced', delete: 'removed', insert: 'inserted' } as const

function changeOf({ op, row }: RowChange, why: RecordChange['why']): RecordChange {
  return { op: operations[op], record: { id: row.id }, why }
}

/** Reads a session into the messages that opencode would send. Rows that cannot be read are findings, not thrown. */
export async function openOpencode(ref: SessionRef): Promise<AgentSession> {
  const store = storeOf(ref)
  const { session, sound } = await store.read(ref)
  const history = sinceCompaction(withoutReverted(sound.messages, session.revert))
  const built = buildMessages(history)
  const { version } = session
  const known = version !== undefined && knownVersion.test(version)
  const model = currentModel(history)
  const { modelID } = model
  const findings: SessionFinding[] = [...sound.findings]
  if (built.length === 0) findings.push({ code: 'no_conversation', severity: 'error', detail: {} })
  if (!known)
    findings.push({
      code: 'unknown_host_version',
      severity: 'info',
      detail: version === undefined ? {} : { version },
    })
  const duplicates = new Set(
    sound.findings.flatMap(({ code, detail }) => (code === 'duplicate_record' ? [detail['id']] : [])),
  )

  const plan = (edits: readonly Edit[]): SessionWrite => {
    const rows = planRows(built, edits, sound.repairs)
    const changes = rows.map((row) => {
      const repaired = sound.repairs.includes(row)
      if (!repaired) return changeOf(row, 'content')
      return changeOf(row, duplicates.has(row.row.id) ? 'duplicate' : 'damage')
    })
    return { changes, apply: (options) => store.commit(ref, rows, options) }
  }
  return {
    ref,
    format: 'anthropic-messages',
    messages: built.map(({ message }) => message),
    // The AI SDK joins neighbours of one role before it sends them: so an error of Claude's provider counts them. Others are sent
    // other items behind a system prompt that no row holds: there an index tells nothing.
    rules: { indexCounts: 'turns', indexForms: asksClaude(model) ? indexForms['anthropic-messages'] : [] },
    ...(modelID !== undefined && { request: { model: modelID } }),
    findings,
    lastRefusal: lastRefusal(history, verdictOf),
    ...(version !== undefined && { hostVersion: version }),
    known,
    resume: ['opencode', '-s', ref.id],
    locate: ({ messageIndex, blockIndex }): readonly RecordRef[] => {
      const sources = built[messageIndex]?.sources ?? []
      const ids = (blockIndex === undefined ? sources : sources.slice(blockIndex, blockIndex + 1)).map(
        ({ part }) => part.row.id,
      )
      return [...new Set(ids)].map((id) => ({ id }))
    },
    plan,
  }
}
