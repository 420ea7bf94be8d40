import { HEAD_BYTES, scanRecordLog } from '../../record-log/scan-record-log.ts'
import type { SessionRef } from '../agent.ts'
import { blockField, blocksOf, conversationTypes, isClaudeRecord, messageOf } from './claude-record.ts'
import { textOf } from '../../json/text-of.ts'

/** The facts about a transcript that a picker shows. */
export interface TranscriptSummary {
  readonly ref: SessionRef
  /** Lines of the conversation, those of sub-agents aside. */
  readonly messages: number
  /** ISO 8601, of the first and of the last line of the conversation. */
  readonly created: string
  readonly modified: string
  readonly firstPrompt: string
  readonly cwd: string
  readonly gitBranch: string
}

function promptOf(value: Record<string, unknown>): string {
  if (value['type'] !== 'user' || value['isMeta'] === true) return ''
  return blocksOf(value)
    .map((block) => blockField(block, 'text', 'text') ?? '')
    .join('\n')
    .trim()
    .slice(0, 200)
}

/** The lines of the conversation in the order of the file; none for a file that the operating system refuses to read. */
async function* conversationOf({ path }: SessionRef): AsyncGenerator<Record<string, unknown>> {
  try {
    for await (const entry of scanRecordLog(path, { isRecord: isClaudeRecord, isTransient: true }))
      if (
        entry.kind === 'record' &&
        conversationTypes.has(textOf(entry.value['type'])) &&
        entry.value['isSidechain'] !== true
      )
        yield entry.value
  } catch {
    // What was read so far is used.
  }
}

/** Summarises a transcript in one pass, keeping only these facts in memory. */
export async function summariseTranscript(ref: SessionRef): Promise<TranscriptSummary> {
  let messages = 0
  let [created, modified, firstPrompt, cwd, gitBranch] = ['', '', '', '', '']
  for await (const value of conversationOf(ref)) {
    messages += 1
    const at = textOf(value['timestamp'])
    created ||= at
    modified = at > modified ? at : modified
    firstPrompt ||= promptOf(value)
    cwd ||= textOf(value['cwd'])
    gitBranch = textOf(value['gitBranch']) || gitBranch
  }
  return { ref, messages, created, modified, firstPrompt, cwd, gitBranch }
}

/** All messages of a transcript, to be compared with those of a copy. */
export async function messagesOfTranscript(ref: SessionRef): Promise<readonly unknown[]> {
  const messages: unknown[] = []
  for await (const value of conversationOf(ref)) messages.push(messageOf(value) ?? null)
  return messages
}

/** Whether a file holds any line that can be read; it is read no further than that. */
export async function hasRecords({ path }: SessionRef): Promise<boolean> {
  try {
    for await (const { kind } of scanRecordLog(path, { isRecord: isClaudeRecord, chunkBytes: HEAD_BYTES }))
      if (kind === 'record') return true
  } catch {
    // As good as none.
  }
  return false
}
