import { z } from 'zod'
import { defineTool, hints, type McpTool } from '../mcp-tool.ts'

const owner = z.string().min(1).describe('Your own name: others are told who holds the session')

/** Live sessions of the store: who has them, and taking over what nobody has now. */
export const presenceTools: readonly McpTool[] = [
  defineTool({
    name: 'session_list',
    title: 'List live sessions',
    description:
      'Sessions that agents have opened in the store: active, or left and claimable, the newest sign of life first.',
    hints: hints.looks,
    input: z.object({ status: z.enum(['active', 'disconnected', 'expired']).optional() }),
    async run({ status }, { registry }) {
      const sessions = await registry.list(status === undefined ? {} : { status })
      const lines = sessions.map((each) => `${each.status} ${each.sessionID} held by ${each.owner}`)
      return {
        text: lines.length === 0 ? 'No sessions.' : lines.join('\n'),
        data: { sessions: sessions.map(({ transport: _transport, metadata: _metadata, ...shown }) => shown) },
      }
    },
  }),
  defineTool({
    name: 'session_claim',
    title: 'Take over a session',
    description:
      'Takes over a session whose owner has gone: returns its state and a fencing token, or says why not and who holds it.',
    hints: hints.takes,
    input: z.object({
      session_id: z.string().min(1),
      owner,
      proof: z.string().optional().describe('The secret it was opened with'),
    }),
    async run({ session_id: sessionID, owner: name, proof }, { registry }) {
      const claim = await registry.claim(sessionID, { owner: name, ...(proof !== undefined && { proof }) })
      if (!claim.ok) {
        const holder = claim.holder
          ? ` ${claim.holder.owner} holds it until ${new Date(claim.holder.until).toISOString()}.`
          : ''
        return { text: `Not taken over: ${claim.why}.${holder}`, data: { ...claim } }
      }
      const { session, transport, cwd, metadata, state } = claim
      return {
        text: `Session ${sessionID} is yours; token ${session.token}.`,
        data: { ok: true, token: session.token, attempts: session.attempts, transport, cwd, metadata, state },
      }
    },
  }),
]
