import { toolSpellings } from './tool-spellings.ts'

const spellings: readonly (readonly string[])[] = Object.values(toolSpellings)

/**
 * A raw value whose fields have the names that are known, where they stand under those of another API or language: `toolUseId`, `arguments`.
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
  // An id by itself may be of the thing, and none that it refers to.
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
