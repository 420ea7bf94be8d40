import type { SessionRef } from '../../agents/agent.ts'
import type { FormatName } from '../../formats/format-name.ts'
import { findFormat } from '../../formats/index.ts'
import { readTranscript } from '../../lint/read-transcript.ts'
import type { Transcript } from '../../transcript/transcript.ts'
import { harmless } from '../redact/harmless.ts'
import { openSession } from '../sessions/open-session.ts'
import { handoffPrompt } from './handoff-prompt.ts'
import { renderTurns, type RenderOptions } from './render-conversation.ts'
import { counted } from '../../json/counted.ts'

/** A conversation that was read from its storage, as far as it can be read. */
export interface ExtractedConversation {
  readonly ref: SessionRef
  readonly format: FormatName
  readonly messages: readonly unknown[]
  /** Lines of the file that are no records. */
  readonly damagedLines: number
  /** The conversation as turns and blocks. */
  transcript(): Transcript
}

/**
 * Salvages the conversation of a session that may be beyond repair. Nothing is changed.
 *
 * @throws DoctorError `unreadable` when the format of a plain file is not certain; RecordLogError, FileWorkError
 */
export async function extractConversation(ref: SessionRef, as?: FormatName): Promise<ExtractedConversation> {
  const session = await openSession(ref, as)
  const { format: name, messages, request = {}, findings } = session
  return {
    ref,
    format: name,
    messages,
    damagedLines: findings.filter(({ code }) => code === 'damaged_line').length,
    transcript: () => readTranscript(messages, findFormat(name), findFormat(name).rules(request)),
  }
}

/** The conversation as Markdown, for reading; control characters are made visible. */
export function toMarkdown(conversation: ExtractedConversation, rendering: RenderOptions): string {
  const { ref, damagedLines } = conversation
  const note = damagedLines === 0 ? '' : `\n*${counted(damagedLines, 'damaged line')} of the file could not be read.*\n`
  const turns = renderTurns(conversation.transcript(), rendering).join('\n')
  return harmless(`# ${ref.agent} session ${rendering.redactor.name(ref.id)}\n${note}\n${turns}`)
}

/** A prompt with which another session can go on; as harmless as {@link toMarkdown}. */
export function toPrompt(conversation: ExtractedConversation, rendering: RenderOptions): string {
  return harmless(handoffPrompt(conversation.transcript(), rendering))
}
