import type { AgentName } from '../../agents/agent.ts'

/** Names for `--agent`. */
export const agentNames: readonly AgentName[] = [
  'claude-code',
  'codex',
  'gemini-cli',
  'opencode',
  'hermes-webui',
  'file',
]
