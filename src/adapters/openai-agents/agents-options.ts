import type { AgentInputItem } from '@openai/agents'
import type { AdapterOptions } from '../../recovery/call-options.ts'

/** Options of the adapter: those that all adapters share. A session must be named for its tool results to be found. */
export type AgentsOptions = AdapterOptions<readonly AgentInputItem[]>
