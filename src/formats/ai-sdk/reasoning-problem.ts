import type { Block } from '../../transcript/transcript.ts'

/** What is wrong with reasoning that no schema of the AI SDK takes. */
export function reasoningProblem({ kind, text }: Block): string | null {
  return kind === 'thinking' && text === undefined ? 'text is missing' : null
}
