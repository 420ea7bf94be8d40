import type { FormatName } from '../formats/format-name.ts'
import { findFormat } from '../formats/index.ts'
import { evidenceFromParts } from '../storage/evidence-from-parts.ts'
import type { SessionStore } from '../storage/session-store.ts'
import { type Evidence, noEvidence } from '../transcript/evidence.ts'
import { callsBeside } from './calls-beside.ts'
import { type Maker, knownMakers } from './maker.ts'
import { askStore } from './ask-store.ts'
import type { TimeLimit } from './time-limit.ts'

/** What is known of a session's tool calls; `broken` when the store could not say, and nothing is known. */
export interface LoadedEvidence {
  readonly evidence: Evidence
  readonly broken?: unknown
}

/** Whom the conversation is sent to, after a refusal: who made what stands in it is looked up then. */
export interface Asked {
  readonly format: FormatName
  readonly maker: Maker
}

/**
 * The evidence of a session that its caller has named: its id is the only proof that a recorded result belongs to this
 * conversation. Never throws: without evidence a repair says that an outcome is unknown, which is true then.
 */
export async function loadEvidence(
  store: SessionStore | undefined,
  sessionID: string | undefined,
  timeLimit: TimeLimit,
  asked?: Asked,
): Promise<LoadedEvidence> {
  if (store === undefined || sessionID === undefined) return { evidence: noEvidence }
  try {
    return await askStore(timeLimit, async () => {
      const evidence = evidenceFromParts(await store.parts.list(sessionID))
      const stored = asked && (await store.messages.load(sessionID))
      if (!stored) return { evidence }
      const format = findFormat(asked.format)
      const makerOf = knownMakers(stored, format, asked.maker)
      return { evidence: { ...evidence, makerOf, openBeside: callsBeside(stored.messages, format) } }
    })
  } catch (broken) {
    return { evidence: noEvidence, broken }
  }
}
