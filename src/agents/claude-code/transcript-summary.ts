import { scanRecordLog } from '../../record-log/scan-record-log.ts'
import type { SessionRef } from '../agent.ts'
import { blockField, blocksOf, conversationTypes, isClaudeRecord, messageOf } from './claude-record.ts'

/** What a picker shows of a transcript, and what two copies of it are compared by. */
export interface TranscriptSummary {
  readonly ref: SessionRef
  /** Messages of the conversation in the order of the file, those of sub-agents aside. */
  readonly messages: readonly unknown[]
  /** Lines that can be read, of whatever type. */
  readonly records: number
  /** ISO 8601, of the first and of the last line of the conversation. */
  readonly created: string
  readonly modified: string
  readonly firstPrompt: string
  readonly cwd: string
  readonly gitBranch: string
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

function promptOf(value: Record<string, unknown>): string {
  if (value['type'] !== 'user' || value['isMeta'] === true) return ''
  return blocksOf(value)
    .map((block) => blockField(block, 'text', 'text') ?? '')
    .join('\n')
    .trim()
    .slice(0, 200)
}

/** Reads a transcript in one pass. One that cannot be read has no records. */
export async function summariseTranscript(ref: SessionRef): Promise<TranscriptSummary> {
  const messages: unknown[] = []
  let records = 0
  let [created, modified, firstPrompt, cwd, gitBranch] = ['', '', '', '', '']
  try {
    for await (const entry of scanRecordLog(ref.path, { isRecord: isClaudeRecord })) {
      if (entry.kind !== 'record') continue
      records += 1
      const { value } = entry
      if (!conversationTypes.has(text(value['type'])) || value['isSidechain'] === true) continue
      messages.push(messageOf(value) ?? null)
      const at = text(value['timestamp'])
      created ||= at
      modified = at > modified ? at : modified
      firstPrompt ||= promptOf(value)
      cwd ||= text(value['cwd'])
      gitBranch = text(value['gitBranch']) || gitBranch
    }
  } catch {
    // What the system refuses to read has no records that count; what was read so far does.
  }
  return { ref, messages, records, created, modified, firstPrompt, cwd, gitBranch }
}
