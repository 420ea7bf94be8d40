import type { AgentSession } from '../../src/agents/agent.ts'
import type { Edit } from '../../src/transcript/edit.ts'

/** The whole new file, for agents that store files. */
export async function bytesOf(session: AgentSession, edits: readonly Edit[] = []): Promise<string> {
  const chunks: Buffer[] = []
  await session.plan(edits).writeTo!(async (bytes) => void chunks.push(Buffer.from(bytes)))
  return Buffer.concat(chunks).toString()
}
