import { indexForms } from '../../formats/index-forms.ts'
import type { Edit } from '../../transcript/edit.ts'
import type { Position } from '../../transcript/transcript.ts'
import type { AgentSession, RecordRef, SessionRef, SessionWrite } from '../agent.ts'
import { changesOfFindings } from '../jsonl/line-findings.ts'
import { sessionFile } from '../jsonl/session-file.ts'
import type { SessionFinding } from '../session-finding.ts'
import { lastRefusal } from '../last-refusal.ts'
import { apiMessageId, findActiveBranch } from './active-branch.ts'
import { buildMessages, type BuiltMessage } from './build-messages.ts'
import { isKnownVersion } from './known-versions.ts'
import { planLines } from './plan-lines.ts'
import { readGraph } from './read-graph.ts'
import { verdictOf } from './verdict-of.ts'
import { writeLines } from './write-lines.ts'

function locateIn(built: readonly BuiltMessage[], { messageIndex, blockIndex }: Position): RecordRef[] {
  const sources = built[messageIndex]?.sources ?? []
  let first = 0
  return sources.flatMap(({ node, blocks }) => {
    const end = first + (blocks < 0 ? 1 : blocks)
    const holds = blockIndex === undefined || (blockIndex >= first && blockIndex < end)
    first = end
    return holds ? [{ line: node.line, id: node.uuid }] : []
  })
}

/** Whether its lines say to which message of the API they belong: without that a call may stand apart from its neighbours. */
function hasApiMessage({ message, sources }: BuiltMessage): boolean {
  return message.role !== 'assistant' || sources.every(({ node }) => apiMessageId(node) !== undefined)
}

/** Reads a transcript into the conversation that the host would resume. Damage is in the findings, not thrown. */
export async function openSession(ref: SessionRef): Promise<AgentSession> {
  const file = await sessionFile(ref.path)
  const graph = await readGraph(ref.path)
  const branch = findActiveBranch(graph)
  const built = buildMessages(branch.nodes)
  const isBlank = graph.nodes.length === 0 && graph.findings.length === 0
  const known = isBlank || isKnownVersion(graph.version)
  const unknownVersion: SessionFinding = {
    code: 'unknown_host_version',
    severity: 'info',
    detail: graph.version === undefined ? {} : { version: graph.version },
  }

  const plan = (edits: readonly Edit[]): SessionWrite => {
    const lines = planLines(graph, branch, built, edits)
    return file.write([...changesOfFindings(graph.findings), ...lines.changes], (write, quarantine) =>
      writeLines(ref.path, graph, lines, write, quarantine),
    )
  }
  return {
    ref,
    format: 'anthropic-messages',
    messages: built.map(({ message }) => message),
    rules: {
      callIdScope: 'transcript',
      indexCounts: 'turns',
      indexForms: indexForms['anthropic-messages'],
      answersWhole: built.every(hasApiMessage),
    },
    ...(graph.model !== undefined && { request: { model: graph.model } }),
    findings: [...graph.findings, ...branch.findings, ...(known ? [] : [unknownVersion])],
    lastRefusal: lastRefusal(branch.nodes, verdictOf),
    ...(graph.version !== undefined && { hostVersion: graph.version }),
    known,
    ...(ref.parentId === undefined && { resume: ['claude', '--resume', ref.id] }),
    locate: (position) => locateIn(built, position),
    plan,
  }
}
