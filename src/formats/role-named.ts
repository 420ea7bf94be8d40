import { ownValue } from '../json/own-value.ts'
import type { Role } from '../transcript/role.ts'

/** The role with that name in a format; `unknown` when the format has no such role. */
export function roleNamed(roles: Readonly<Record<string, Role>>, name: unknown): Role {
  return (typeof name === 'string' && ownValue(roles, name)) || 'unknown'
}
