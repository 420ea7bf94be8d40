import type { Block } from './transcript.ts'

/** A call that the client answers, not a server of the provider. */
export function isClientCall({ kind, shape }: Block): boolean {
  return kind === 'tool_call' && !shape.server
}
