import type { Purpose } from '../lint/lint-context.ts'
import type { DiagnoseOptions } from '../repair/repair-options.ts'
import type { AgentSession } from './agent.ts'

/** The options for linting a stored conversation. No store holds tool definitions, which the host adds to every request. */
export function storedOptions({ format, request, rules }: AgentSession, purpose: Purpose): DiagnoseOptions {
  return { format, purpose, rules: { toolsDemanded: false, ...rules }, ...(request && { request }) }
}
