import type { AgentSession } from '../../agents/agent.ts'
import type { DiagnoseOptions } from '../../repair/repair-options.ts'

/**
 * How a stored conversation is linted: a last tool call may still be running, and no store holds the definitions of the
 * tools, which the host adds to every request.
 */
export function storedOptions({ format, request }: AgentSession): DiagnoseOptions {
  return { format, purpose: 'stored', rules: { toolsDemanded: false }, ...(request && { request }) }
}
