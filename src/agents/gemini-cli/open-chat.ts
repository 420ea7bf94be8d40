import { indexForms } from '../../formats/index-forms.ts'
import type { Edit } from '../../transcript/edit.ts'
import type { AgentSession, RecordChange, SessionRef, SessionWrite } from '../agent.ts'
import { changesOfFindings } from '../jsonl/line-findings.ts'
import { rewriteLines } from '../jsonl/rewrite-lines.ts'
import { sessionFile } from '../jsonl/session-file.ts'
import { lastRefusal } from '../last-refusal.ts'
import type { SessionFinding } from '../session-finding.ts'
import { buildContents } from './build-contents.ts'
import { planChat, type PlacedContent } from './plan-chat.ts'
import { readChat, scanOptions } from './read-chat.ts'
import { rebuildHeader } from './rebuild-header.ts'
import { findStoredTwice } from './stored-twice.ts'
import { verdictOf } from './verdict-of.ts'

/** Reads a chat into the contents that Gemini CLI would send when it is resumed. Damage is in the findings, not thrown. */
export async function openChat(ref: SessionRef): Promise<AgentSession> {
  const file = await sessionFile(ref.path)
  const chat = await readChat(ref.path)
  const header = chat.hasHeader ? undefined : await rebuildHeader(ref.path, chat)
  const repeated = findStoredTwice(chat.messages)
  const placed: readonly PlacedContent[] = chat.messages
    .filter((message) => !repeated.includes(message))
    .flatMap((message) => buildContents(message.value).map(([piece, content]) => ({ piece, content, message })))
  const findings: SessionFinding[] = [
    ...chat.findings,
    ...repeated.map(({ id, sources }): SessionFinding => {
      return { code: 'stored_twice', severity: 'error', line: sources.at(-1)!.line, detail: { id } }
    }),
    ...(placed.length === 0 ? [{ code: 'no_conversation', severity: 'error', detail: {} } as const] : []),
  ]
  // The file does not name the release that wrote it; its header shows the layout.
  const known = chat.hasHeader || header !== undefined
  if (!known) findings.push({ code: 'unknown_host_version', severity: 'info', detail: {} })

  const plan = (edits: readonly Edit[]): SessionWrite => {
    const { decisions, changes } = planChat(chat, placed, edits, repeated)
    const headed: RecordChange[] = header ? [{ op: 'inserted', record: { line: 1 }, why: 'damage' }] : []
    const before = header
      ? new Map([...decisions.before, [chat.firstOffset, [header, ...(decisions.before.get(chat.firstOffset) ?? [])]]])
      : decisions.before
    const ending = chat.crlf ? 'crlf' : 'lf'
    return file.write([...headed, ...changesOfFindings(chat.findings), ...changes], (write, quarantine) =>
      rewriteLines(ref.path, { ...decisions, before }, write, { scan: scanOptions, ending, quarantine }),
    )
  }
  return {
    ref,
    format: 'gemini',
    messages: placed.map(({ content }) => content),
    rules: { answersWhole: true, indexCounts: 'turns', indexForms: indexForms.gemini },
    ...(chat.model !== undefined && { request: { model: chat.model } }),
    findings,
    lastRefusal: lastRefusal(chat.messages, verdictOf),
    known,
    ...(chat.sessionId !== undefined &&
      ref.parentId === undefined && { resume: ['gemini', '--resume', chat.sessionId] }),
    locate: ({ messageIndex }) => {
      const at = placed[messageIndex]
      return at ? at.message.sources.map(({ line }) => ({ line, id: at.message.id })) : []
    },
    plan,
  }
}
