import type { MessageData } from './message-info.ts'

/** The settings with which a resumed turn must run, so that it continues as the user's own turn did. */
export interface ResumeConfig {
  /** The session to resume. */
  readonly sessionID: string
  /** The agent that the last message written by the user names. */
  readonly agent?: string
  /** The model that it names, in the host's own form. */
  readonly model?: unknown
  /** The tools that it allowed. */
  readonly tools?: unknown
  /** Request fields that the repaired conversation needs from now on (I11). */
  readonly request?: Readonly<Record<string, unknown>>
  /** Values of the beta header that the repaired conversation needs. */
  readonly betas?: readonly string[]
  /** The server has lost its state: send the whole conversation, without a reference to it. */
  readonly replay?: boolean
}

/** Takes agent, model and tools from the last message that the user wrote. */
export function findResumeConfig(sessionID: string, messages: readonly MessageData[]): ResumeConfig {
  const last = messages.findLast(({ info }) => info?.role === 'user' && info.synthetic !== true)?.info
  return {
    sessionID,
    ...(last?.agent !== undefined && { agent: last.agent }),
    ...(last?.model !== undefined && { model: last.model }),
    ...(last?.tools !== undefined && { tools: last.tools }),
  }
}
