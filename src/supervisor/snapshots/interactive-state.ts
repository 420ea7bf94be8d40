/** A command that was sent, but whose end was not seen. */
export interface PendingCommand {
  readonly command: string
  /** Running it twice is the same as running it once. Only such commands are sent again (I16). */
  readonly idempotent: boolean
}

/** The known state of a session with a prompt. */
export interface InteractiveState {
  readonly isInteractive: boolean
  readonly pendingCommands: readonly PendingCommand[]
  readonly sessionUnresponsive: boolean
  /** Commands in a row that got no answer in time. */
  readonly timeoutCount: number
  /** The prompt as it was last seen. */
  readonly lastPrompt?: string | undefined
  readonly lastPromptAt?: Date | undefined
  readonly lastSuccessAt?: Date | undefined
}

/** A change of {@link InteractiveState}. A bare command counts as not idempotent; times may be ms since 1970. */
export interface InteractivePatch {
  readonly isInteractive?: boolean
  readonly pendingCommands?: readonly (string | { readonly command: string; readonly idempotent?: boolean })[]
  readonly sessionUnresponsive?: boolean
  readonly timeoutCount?: number
  readonly lastPrompt?: string
  readonly lastPromptAt?: Date | number
  readonly lastSuccessAt?: Date | number
}

const quiet: InteractiveState = {
  isInteractive: false,
  pendingCommands: [],
  sessionUnresponsive: false,
  timeoutCount: 0,
}

const toDate = (at: Date | number): Date => new Date(at)

/** The state after a change. */
export function patchInteractive(state: InteractiveState = quiet, patch: InteractivePatch): InteractiveState {
  const { pendingCommands, lastPromptAt, lastSuccessAt, ...rest } = patch
  return {
    ...state,
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
    ...(pendingCommands && {
      pendingCommands: pendingCommands.map((each) =>
        typeof each === 'string'
          ? { command: each, idempotent: false }
          : { command: each.command, idempotent: each.idempotent ?? false },
      ),
    }),
    ...(lastPromptAt !== undefined && { lastPromptAt: toDate(lastPromptAt) }),
    ...(lastSuccessAt !== undefined && { lastSuccessAt: toDate(lastSuccessAt) }),
  }
}
