import { toolSpellings } from './tool-spellings.ts'

const spellings: readonly (readonly string[])[] = Object.values(toolSpellings)

/**
 * Gives fields that are spelled as another API or language spells them (`toolUseId`, `arguments`) their known names.
 *
 * @example
 * respelled({ name: 'read', arguments: {} }, new Set(['name', 'input'])) // { name: 'read', input: {} }
 */
export function respelled<Raw extends Readonly<Record<string, unknown>>>(raw: Raw, known: ReadonlySet<string>): Raw {
  let meant: Record<string, unknown> | undefined
  for (const field in raw) {
    if (known.has(field) || (raw[field] ?? undefined) === undefined) continue
    const own = [...known].find((name) => (raw[name] ?? undefined) === undefined && isSame(field, name))
    if (own === undefined || meant?.[own] !== undefined) continue
    meant ??= { ...raw }
    meant[own] = raw[field]
    delete meant[field]
  }
  return (meant as Raw | undefined) ?? raw
}

function isSame(field: string, name: string): boolean {
  // A plain `id` may be the id of the block itself, not of the call that it refers to.
  if (field === 'id') return false
  return folded(field) === folded(name) || spellings.some((names) => names.includes(field) && names.includes(name))
}

/**
 * A name without what languages write otherwise.
 *
 * @example
 * folded('toolUse') === folded('tool_use') // true
 */
export function folded(name: string): string {
  return name.replace(/[^a-z]/gi, '').toLowerCase()
}
