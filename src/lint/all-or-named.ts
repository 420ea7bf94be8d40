import type { Block } from '../transcript/transcript.ts'

/**
 * All suspects where the first of them is named, for then nothing says that any of them verifies: a session that changed its
 * model or account fails in all. Else those named, for the provider has passed others before them.
 */
export function allOrNamed(named: readonly Block[], all: readonly Block[]): readonly Block[] {
  return named.includes(all[0]!) ? all : named
}
