import type { AgentSession, SessionRef } from '../../agents/agent.ts'
import { findAgent } from '../../agents/index.ts'
import { openPlain } from '../../agents/plain/open-plain.ts'
import { UnsureFormatError } from '../../agents/plain/unsure-format-error.ts'
import type { FormatName } from '../../formats/format-name.ts'
import { DoctorError } from '../doctor-error.ts'
import { whatItHolds } from './what-it-holds.ts'

const manyFit = (candidates: readonly FormatName[]): { readonly what: string; readonly remedy: string } => ({
  what: 'is no session of an agent, and the format of its messages is not certain',
  remedy: `If it holds messages, name their format with --as: ${candidates.join(', ')}.`,
})

/**
 * Opens a session; `as` names the format of a file that no agent owns.
 *
 * @throws DoctorError `unreadable` when the format of a file is not certain
 */
export async function openSession(ref: SessionRef, as?: FormatName): Promise<AgentSession> {
  try {
    if (ref.agent === 'file') return await openPlain(ref, as === undefined ? {} : { format: as })
    return await findAgent(ref.agent).open(ref)
  } catch (cause) {
    if (!(cause instanceof UnsureFormatError)) throw cause
    const { candidates } = cause
    const { what, remedy } = candidates.length === 0 ? await whatItHolds(ref.path) : manyFit(candidates)
    throw new DoctorError('unreadable', `${ref.path} ${what}.`, remedy, { cause })
  }
}

/** Whether a file that lies in a folder holds a conversation: most JSON files of this world do not. */
export async function holdsConversation(ref: SessionRef): Promise<boolean> {
  if (ref.agent !== 'file') return true
  try {
    return (await openPlain(ref)).messages.length > 0
  } catch {
    // No messages, or unreadable: the file was not named, so it is skipped without a report.
    return false
  }
}
