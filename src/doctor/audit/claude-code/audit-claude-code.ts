import { basename, dirname, join } from 'node:path'
import { discoverSessions } from '../../../agents/claude-code/discover.ts'
import {
  isStale,
  readPickerIndex,
  rebuildPickerIndex,
  type PickerIndex,
} from '../../../agents/claude-code/picker-index.ts'
import { runningSessions } from '../../../agents/claude-code/running-session.ts'
import {
  hasRecords,
  messagesOfTranscript,
  summariseTranscript,
  type TranscriptSummary,
} from '../../../agents/claude-code/transcript-summary.ts'
import type { SessionRef } from '../../../agents/agent.ts'
import type { Fs } from '../../../files/fs.ts'
import { auditItem, auditReport, type AuditItem } from '../audit-item.ts'
import type { AuditedStore, AuditTarget } from '../audit-layout.ts'
import { auditLineIndex, mendLineIndex, readLineIndex } from '../audit-line-index.ts'
import { compareTwins } from '../compare-twins.ts'

/** A project with an index, and its transcripts with a conversation in them. */
interface Project {
  readonly transcripts: ReadonlyMap<string, TranscriptSummary>
  readonly index: Exclude<PickerIndex, { readonly state: 'absent' }>
}

interface ClaudeStore {
  readonly projects: readonly Project[]
  /** Every transcript that is not a sub-agent's. */
  readonly all: readonly SessionRef[]
  /** Sessions of which only the transcripts of sub-agents are left. */
  readonly orphans: readonly string[]
}

/** Transcripts may be many and large: only those beside an index are read. */
async function readProject(fs: Fs, path: string, refs: readonly SessionRef[]): Promise<Project | undefined> {
  const index = await readPickerIndex(fs, path)
  if (index.state === 'absent') return undefined
  const transcripts = new Map<string, TranscriptSummary>()
  for (const ref of refs) {
    const summary = await summariseTranscript(ref)
    if (summary.messages > 0) transcripts.set(ref.id, summary)
  }
  return { index, transcripts }
}

async function readStore({ folder, fs }: AuditTarget): Promise<ClaudeStore> {
  const all: SessionRef[] = []
  const parents = new Set<string>()
  for await (const ref of discoverSessions({ home: dirname(folder), env: { CLAUDE_CONFIG_DIR: folder } }))
    if (ref.parentId === undefined) all.push(ref)
    else parents.add(dirname(dirname(ref.path)))
  const projects: Project[] = []
  for (const [path, refs] of Map.groupBy(all, ({ path }) => dirname(path))) {
    const project = await readProject(fs, path, refs)
    if (project) projects.push(project)
  }
  const known = new Set(all.map(({ path }) => path.slice(0, -'.jsonl'.length)))
  return { projects, all, orphans: [...parents].filter((parent) => !known.has(parent)).map((path) => basename(path)) }
}

function ofIndex({ index, transcripts }: Project): AuditItem[] {
  if (index.state === 'malformed')
    return [auditItem('index_malformed', '', {}, { project: basename(dirname(index.path)) })]
  const known = new Set(index.entries.map(({ sessionId }) => sessionId))
  const missing = [...transcripts].filter(([id]) => !known.has(id))
  const stale = index.entries.flatMap((entry): AuditItem[] => {
    const summary = transcripts.get(entry.sessionId)
    if (!summary) return [auditItem('stale_index', entry.sessionId, {}, { wrong: ['fullPath'] })]
    const counts = { live: summary.messages }
    return isStale(entry, summary) ? [auditItem('stale_index', entry.sessionId, counts, { wrong: ['modified'] })] : []
  })
  return [...missing.map(([id, { messages }]) => auditItem('index_missing_entry', id, { live: messages })), ...stale]
}

async function ofTwins(all: readonly SessionRef[]): Promise<AuditItem[]> {
  const items: AuditItem[] = []
  for (const [id, refs] of Map.groupBy(all, (ref) => ref.id)) {
    if (refs.length < 2) continue
    const read = refs.map(async (ref) => ({ place: 'projects', messages: await messagesOfTranscript(ref) }))
    items.push(...compareTwins(id, await Promise.all(read)))
  }
  return items
}

async function findings({ projects, all, orphans }: ClaudeStore): Promise<AuditItem[]> {
  const items: AuditItem[] = []
  for (const ref of all)
    if (ref.sizeBytes > 0 && !(await hasRecords(ref))) items.push(auditItem('malformed_live', ref.id))
  return [
    ...items,
    ...(await ofTwins(all)),
    ...orphans.map((id) => auditItem('unknown_owner', id, {}, { copies: ['subagents'] })),
    ...projects.flatMap(ofIndex),
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
  const items = [...(await findings(store)), ...auditLineIndex(history)]
  return {
    report: auditReport(
      items,
      store.all.map(({ id }) => id),
    ),
    plan: async () => [
      ...(await mendLineIndex(history)),
      ...store.projects
        .filter((project) => ofIndex(project).length > 0)
        .map(({ index, transcripts }) => rebuildPickerIndex(index, transcripts)),
    ],
    liveFiles: store.all.map(({ path }) => path),
    busy: async () => (await runningSessions(folder))[0]?.told,
  }
}
