import type { Block } from '../transcript/transcript.ts'

/**
 * All suspects where the first of them is named, for then nothing says that any of them verifies: a session that changed its
 * model or account fails in all; all of one kind of seal where the first of that kind is named.
 * Else those named, for the provider has passed others before them.
 */
export function allOrNamed(named: readonly Block[], all: readonly Block[]): readonly Block[] {
  if (named.includes(all[0]!)) return all
  const kinds = new Set(named.map(sealOf))
  const alike = all.filter((block) => kinds.has(sealOf(block)))
  return named.includes(alike[0]!) ? alike : named
}

/** How a block is sealed: with its text, or as nothing but a seal (redacted). */
function sealOf({ shape, text }: Block): string {
  return `${shape.type} ${typeof text}`
}
