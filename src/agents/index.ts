import type { Agent, AgentEnvironment, AgentName, SessionRef } from './agent.ts'
import { claudeCode } from './claude-code/claude-code.ts'
import { codex } from './codex/codex.ts'
import { geminiCli } from './gemini-cli/gemini-cli.ts'
import { hermesWebui } from './hermes-webui/hermes-webui.ts'
import { opencode } from './opencode/opencode.ts'
import { plain } from './plain/plain.ts'

/** All agents whose sessions can be read and repaired. `file` is last because it accepts any file. */
export const agents: readonly Agent[] = [claudeCode, codex, geminiCli, opencode, hermesWebui, plain]

/** The agent of that name. */
export function findAgent(name: AgentName): Agent {
  return agents.find((agent) => agent.name === name)!
}

export interface DiscoverOptions {
  /** Default: all. */
  readonly agent?: AgentName
  /** Only sessions written to at or after this time; epoch ms. */
  readonly since?: number
}

/**
 * Finds the sessions of all agents on this machine, one after the other, without reading them.
 *
 * @example
 * for await (const ref of discoverSessions({ home: homedir(), env: process.env }, { agent: 'codex' })) console.log(ref.id)
 */
export async function* discoverSessions(
  environment: AgentEnvironment,
  { agent, since = 0 }: DiscoverOptions = {},
): AsyncGenerator<SessionRef> {
  for (const each of agents) {
    if (agent !== undefined && each.name !== agent) continue
    for await (const ref of each.discover(environment)) if (ref.modifiedMs >= since) yield ref
  }
}

/** The session that a path names, of the first agent that knows its layout; `undefined` when there is no such file. */
export async function recogniseSession(path: string): Promise<SessionRef | undefined> {
  for (const agent of agents) {
    const ref = await agent.recognise(path)
    if (ref) return ref
  }
  return undefined
}
