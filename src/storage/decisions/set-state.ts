import type { Change } from '../change.ts'
import { type Decision, done, quote } from '../decision.ts'
import { deadline } from '../rules/deadline.ts'
import { ensureSession, fence, livingSession, unknownSession, writeNeeds } from '../rules/session-rules.ts'
import type { JsonText } from '../rows.ts'
import type { WriteOptions } from '../write-options.ts'

/** Characters of JSON. State is for what an agent must remember, not for its data. */
const MAX_LENGTH = 2 ** 20

export interface SetStateCommand extends WriteOptions {
  readonly sessionID: string
  readonly owner: string
  readonly key: string
  readonly value: JsonText
  readonly ttlMs: number | null
  /** Whether a session that does not exist is created. */
  readonly create: boolean
}

export const setState: Decision<SetStateCommand, void> = {
  needs: writeNeeds,
  decide(facts, command, now) {
    const { sessionID, owner, key, value, ttlMs } = command
    const refusal = fence(facts, command)
    if (refusal) return { refusal }
    if (livingSession(facts) === null && !command.create) return { refusal: unknownSession(sessionID) }
    if (value.length > MAX_LENGTH) {
      const message = `The state ${quote(key)} of session ${quote(sessionID)} has ${value.length} characters; ${MAX_LENGTH} are allowed.`
      return { refusal: { code: 'too_large', message, sessionID } }
    }
    const entry = { owner, key, value, expiresAt: ttlMs === null ? null : deadline(now, ttlMs), updatedAt: now }
    const changes: Change[] = [...ensureSession(facts, sessionID, now), { type: 'state_saved', sessionID, entry }]
    return done(changes)
  },
}
