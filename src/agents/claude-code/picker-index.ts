import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Fs } from '../../files/fs.ts'
import { readSeenFile } from '../../files/read-seen-file.ts'
import type { BatchWrite, SeenFile } from '../../files/write-batch.ts'
import { isRecord } from '../../json/is-record.ts'
import { readJson } from '../../record-log/read-object.ts'
import type { TranscriptSummary } from './transcript-summary.ts'

type Entry = Readonly<Record<string, unknown>> & { readonly sessionId: string }

/**
 * `sessions-index.json` of a project: what `claude --resume` lists in the releases that write it (2.0 and early 2.1), and what went
 * stale there in silence (anthropics/claude-code#25032, #26507). Derived from the transcripts; 2.1.329 neither writes nor needs it.
 */
export type PickerIndex =
  | { readonly state: 'absent' }
  | { readonly state: 'malformed'; readonly path: string; readonly seen: SeenFile }
  | {
      readonly state: 'sound'
      readonly path: string
      readonly seen: SeenFile
      readonly entries: readonly Entry[]
      /** All of the file, for the fields that we do not know. */
      readonly document: Readonly<Record<string, unknown>>
    }

const isEntry = (value: unknown): value is Entry => isRecord(value) && typeof value['sessionId'] === 'string'

export async function readPickerIndex(fs: Fs, project: string): Promise<PickerIndex> {
  const path = join(project, 'sessions-index.json')
  const file = await readSeenFile(fs, path)
  if (!file) return { state: 'absent' }
  const document = readJson(file.bytes)
  const entries = isRecord(document) ? document['entries'] : undefined
  if (!isRecord(document) || !Array.isArray(entries) || !entries.every(isEntry))
    return { state: 'malformed', path, seen: file }
  return { state: 'sound', path, seen: file, entries, document }
}

/** An entry that is older than its transcript, by the time of the file and by that of the last message. */
export function isStale(entry: Entry, { ref, modified }: TranscriptSummary): boolean {
  const told = String(entry['modified'] ?? '')
  return entry['fileMtime'] !== Math.floor(ref.modifiedMs) && Date.parse(told) < Date.parse(modified)
}

function entryOf(former: Entry | undefined, summary: TranscriptSummary): Entry {
  const { ref, messages, created, modified, firstPrompt, cwd, gitBranch } = summary
  const current = {
    fullPath: ref.path,
    fileMtime: Math.floor(statSync(ref.path).mtimeMs),
    messageCount: messages,
    modified,
  }
  // Titles and summaries that stand in the index alone stay.
  if (former) return { ...former, ...current }
  return {
    sessionId: ref.id,
    ...current,
    firstPrompt: firstPrompt || 'No prompt',
    created,
    gitBranch,
    projectPath: cwd,
    isSidechain: false,
  }
}

/** The index as the transcripts tell it. Entries that are right keep their bytes' worth and their order; new ones come behind. */
export function rebuildPickerIndex(
  index: Exclude<PickerIndex, { state: 'absent' }>,
  transcripts: ReadonlyMap<string, TranscriptSummary>,
): BatchWrite {
  const former = index.state === 'sound' ? index.entries : []
  const known = new Set(former.map(({ sessionId }) => sessionId))
  const kept = former.flatMap((entry): Entry[] => {
    const summary = transcripts.get(entry.sessionId)
    if (!summary) return []
    return [isStale(entry, summary) ? entryOf(entry, summary) : entry]
  })
  const added = [...transcripts.values()].filter(({ ref }) => !known.has(ref.id))
  const entries = [...kept, ...added.map((summary) => entryOf(undefined, summary))]
  const originalPath = [...transcripts.values()].find(({ cwd }) => cwd !== '')?.cwd
  const rest = index.state === 'sound' ? index.document : { version: 1, ...(originalPath && { originalPath }) }
  const content = Buffer.from(JSON.stringify({ ...rest, entries }, null, 2))
  return { path: index.path, content, seen: index.seen }
}
