import type { Agent } from '../../agents/agent.ts'
import { claudeCode } from '../../agents/claude-code/claude-code.ts'
import { codex } from '../../agents/codex/codex.ts'
import { geminiCli } from '../../agents/gemini-cli/gemini-cli.ts'
import { opencode } from '../../agents/opencode/opencode.ts'

/** Agents that the command looks for. */
export const agents: readonly Agent[] = [claudeCode, codex, geminiCli, opencode]

/** The agent of a reference. */
export function agentOf({ agent }: { readonly agent: string }): Agent {
  const found = agents.find(({ name }) => name === agent)
  if (!found) throw new Error(`No agent ${agent}`)
  return found
}
