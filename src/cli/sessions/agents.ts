import type { Agent } from '../../agents/agent.ts'
import { claudeCode } from '../../agents/claude-code/claude-code.ts'
import { codex } from '../../agents/codex/codex.ts'

/** Agents that the command looks for. */
export const agents: readonly Agent[] = [claudeCode, codex]

/** The agent of a reference. */
export function agentOf({ agent }: { readonly agent: string }): Agent {
  const found = agents.find(({ name }) => name === agent)
  if (!found) throw new Error(`No agent ${agent}`)
  return found
}
