import type { Message } from './transcript.ts'

/** A message of a tool's role that answers no call (`function`, of the time before ids): it ends a run of results. */
export function speaksAsTool({ blocks, role }: Message): boolean {
  return role === 'tool' && blocks.length > 0 && blocks.every(({ kind }) => kind !== 'tool_result')
}
