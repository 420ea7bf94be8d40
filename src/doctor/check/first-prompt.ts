import type { AgentSession } from '../../agents/agent.ts'
import { findFormat } from '../../formats/index.ts'
import { readTranscript } from '../../lint/read-transcript.ts'

/** Text that programs put before the user's words: context, instructions and reminders in tags. */
const machineText = /^\s*(?:<[\w-]+>|# AGENTS\.md|Caveat:)/

/**
 * The first words of the person, by which a session is recognised. For the terminal of its owner only: it is content, and no
 * report that leaves the machine holds it (I12).
 */
export function firstPrompt(session: AgentSession): string | undefined {
  const format = findFormat(session.format)
  const { turns } = readTranscript(session.messages.slice(0, 20), format, format.rules(session.request ?? {}))
  for (const { role, messages } of turns) {
    if (role !== 'user') continue
    const texts = messages.flatMap(({ blocks }) =>
      blocks.flatMap(({ kind, text }) => (kind === 'text' ? [text ?? ''] : [])),
    )
    const said = texts.find((text) => text.trim() !== '' && !machineText.test(text))
    if (said !== undefined) return said.trim()
  }
  return undefined
}
