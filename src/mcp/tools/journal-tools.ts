import { shellWord } from '../../doctor/sessions/short-id.ts'
import { z } from 'zod'
import { recoverJournal } from '../../journal/recover-journal.ts'
import { defineTool, hints, type McpTool } from '../mcp-tool.ts'
import { counted } from '../../json/counted.ts'

/** Journals that a crash has left behind. */
export const journalTools: readonly McpTool[] = [
  defineTool({
    name: 'proxy_session_recover',
    title: 'Recover recordings',
    description:
      'Recovers what the proxy recorded after a crash: torn tails into quarantine, index and manifest rebuilt. All sessions, or one.',
    hints: hints.replaces,
    input: z.object({ session_id: z.string().min(1).optional() }),
    async run({ session_id: sessionID }, { recordings }) {
      const { recovered } = await recoverJournal(recordings, {
        apply: true,
        ...(sessionID !== undefined && { sessionID }),
      })
      const lines = recovered.map(
        (each) =>
          `${each.state} ${each.sessionID}: ${counted(each.records, 'record')}, ${counted(each.droppedTailBytes, 'byte')} of a torn tail`,
      )
      return {
        text: lines.length === 0 ? 'Nothing is recorded.' : lines.join('\n'),
        data: { recovered },
        more: `session-recovery recover ${shellWord(recordings)}`,
      }
    },
  }),
]
