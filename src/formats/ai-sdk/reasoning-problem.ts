import type { Block } from '../../transcript/transcript.ts'

/** What makes a reasoning part illegal in every schema of the AI SDK; null when nothing does. */
export function reasoningProblem({ kind, text }: Block): string | null {
  return kind === 'thinking' && text === undefined ? 'text is missing' : null
}
