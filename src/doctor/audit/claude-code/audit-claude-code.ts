import { basename, dirname, join } from 'node:path'
import { discoverSessions } from '../../../agents/claude-code/discover.ts'
import {
  isStale,
  readPickerIndex,
  rebuildPickerIndex,
  type PickerIndex,
} from '../../../agents/claude-code/picker-index.ts'
import { runningSessions } from '../../../agents/claude-code/running-session.ts'
import { summariseTranscript, type TranscriptSummary } from '../../../agents/claude-code/transcript-summary.ts'
import { auditItem, auditReport, type AuditItem } from '../audit-item.ts'
import type { AuditedStore, AuditTarget } from '../audit-layout.ts'
import { auditLineIndex, mendLineIndex, readLineIndex } from '../audit-line-index.ts'
import { compareTwins } from '../compare-twins.ts'

/** A project's transcripts with a conversation in them, and its index. */
interface Project {
  readonly transcripts: ReadonlyMap<string, TranscriptSummary>
  readonly index: PickerIndex
}

interface ClaudeStore {
  readonly projects: ReadonlyMap<string, Project>
  /** Every transcript that is not a sub-agent's. */
  readonly all: readonly TranscriptSummary[]
  /** Sessions of which only the transcripts of sub-agents are left. */
  readonly orphans: readonly string[]
}

async function readStore({ folder, fs }: AuditTarget): Promise<ClaudeStore> {
  const all: TranscriptSummary[] = []
  const parents = new Set<string>()
  for await (const ref of discoverSessions({ home: dirname(folder), env: { CLAUDE_CONFIG_DIR: folder } })) {
    if (ref.parentId === undefined) all.push(await summariseTranscript(ref))
    else parents.add(dirname(dirname(ref.path)))
  }
  const projects = new Map<string, Project>()
  for (const [path, own] of Map.groupBy(all, ({ ref }) => dirname(ref.path))) {
    const talked = own.filter(({ messages }) => messages.length > 0)
    projects.set(path, {
      transcripts: new Map(talked.map((each) => [each.ref.id, each])),
      index: await readPickerIndex(fs, path),
    })
  }
  const known = new Set(all.map(({ ref }) => ref.path.slice(0, -'.jsonl'.length)))
  return { projects, all, orphans: [...parents].filter((parent) => !known.has(parent)).map((path) => basename(path)) }
}

function ofIndex({ index, transcripts }: Project): AuditItem[] {
  if (index.state === 'absent') return []
  if (index.state === 'malformed')
    return [auditItem('index_malformed', '', {}, { project: basename(dirname(index.path)) })]
  const known = new Set(index.entries.map(({ sessionId }) => sessionId))
  const missing = [...transcripts].filter(([id]) => !known.has(id))
  const stale = index.entries.flatMap((entry): AuditItem[] => {
    const summary = transcripts.get(entry.sessionId)
    if (!summary) return [auditItem('stale_index', entry.sessionId, {}, { wrong: ['fullPath'] })]
    const counts = { live: summary.messages.length }
    return isStale(entry, summary) ? [auditItem('stale_index', entry.sessionId, counts, { wrong: ['modified'] })] : []
  })
  return [
    ...missing.map(([id, { messages }]) => auditItem('index_missing_entry', id, { live: messages.length })),
    ...stale,
  ]
}

function findings({ projects, all, orphans }: ClaudeStore): AuditItem[] {
  const unreadable = all.filter(({ records, ref }) => records === 0 && ref.sizeBytes > 0)
  const twins = [...Map.groupBy(all, ({ ref }) => ref.id)].filter(([, copies]) => copies.length > 1)
  return [
    ...unreadable.map(({ ref }) => auditItem('malformed_live', ref.id)),
    ...twins.flatMap(([id, copies]) =>
      compareTwins(
        id,
        copies.map(({ ref, messages }) => ({ place: ref.project ?? '', messages })),
      ),
    ),
    ...orphans.map((id) => auditItem('unknown_owner', id, {}, { copies: ['subagents'] })),
    ...[...projects.values()].flatMap(ofIndex),
  ]
}

/**
 * Claude Code: the transcripts are the source of truth, `sessions-index.json` is derived from those of its project,
 * `history.jsonl` holds the prompts that were typed. `folder` is the one that holds `projects`.
 */
export async function auditClaudeCode(target: AuditTarget): Promise<AuditedStore> {
  const { folder, fs } = target
  const store = await readStore(target)
  const history = await readLineIndex(fs, join(folder, 'history.jsonl'))
  const items = [...findings(store), ...auditLineIndex(history)]
  return {
    report: auditReport(
      items,
      store.all.map(({ ref }) => ref.id),
    ),
    plan: async () => [
      ...(await mendLineIndex(history)),
      ...[...store.projects.values()].flatMap((project) => {
        const { index, transcripts } = project
        return index.state === 'absent' || ofIndex(project).length === 0 ? [] : [rebuildPickerIndex(index, transcripts)]
      }),
    ],
    liveFiles: store.all.map(({ ref }) => ref.path),
    busy: async () => (await runningSessions(folder))[0]?.told,
  }
}
