export { createSessionRegistry } from './presence/create-session-registry.ts'
export type {
  Claim,
  ClaimOptions,
  Cleanup,
  ListedSession,
  OpenSessionOptions,
  SessionRegistry,
} from './presence/session-registry.ts'
export type { ClaimRefusal } from './presence/decisions/claim-presence.ts'
export type { Heartbeat } from './presence/decisions/beat-presence.ts'
export { type Holder, PresenceError, type PresenceErrorCode } from './presence/presence-error.ts'
export type { PresenceStatus } from './presence/presence-row.ts'
export type { OwnState, PresentSession } from './presence/present-session.ts'
export type { Redact, RegistryOptions } from './presence/registry-options.ts'
