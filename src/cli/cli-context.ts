import type { AgentEnvironment } from '../agents/agent.ts'
import type { Output } from './output/output.ts'

/** What a command gets from the process: nothing else of it is touched. */
export interface CliContext extends AgentEnvironment {
  readonly output: Output
  readonly stdin: AsyncIterable<Uint8Array> & { readonly isTTY?: boolean }
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly cwd: string
}
