import { ownValue } from '../json/own-value.ts'
import type { Role } from '../transcript/role.ts'

/** The role of that name in a format; `unknown` where the format has none of it. */
export function roleNamed(roles: Readonly<Record<string, Role>>, name: unknown): Role {
  return (typeof name === 'string' && ownValue(roles, name)) || 'unknown'
}
