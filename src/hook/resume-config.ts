import type { MessageData } from './message-info.ts'

/** What a resumed turn must run with, so that it continues as the user's own turn did. */
export interface ResumeConfig {
  /** The session that goes on. */
  readonly sessionID: string
  /** As the last message that a person wrote names it. */
  readonly agent?: string
  /** Likewise, in the host's own form. */
  readonly model?: unknown
  /** Likewise: which tools were allowed. */
  readonly tools?: unknown
  /** Request fields that the repaired conversation needs from now on (I11). */
  readonly request?: Readonly<Record<string, unknown>>
  /** Values of the beta header that it needs. */
  readonly betas?: readonly string[]
  /** The server has lost its state: send the whole conversation, without a reference to it. */
  readonly replay?: boolean
}

/** Carries agent, model and tools over from the last message that a person wrote. */
export function findResumeConfig(sessionID: string, messages: readonly MessageData[]): ResumeConfig {
  const last = messages.findLast(({ info }) => info?.role === 'user' && info.synthetic !== true)?.info
  return {
    sessionID,
    ...(last?.agent !== undefined && { agent: last.agent }),
    ...(last?.model !== undefined && { model: last.model }),
    ...(last?.tools !== undefined && { tools: last.tools }),
  }
}
