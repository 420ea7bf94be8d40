import { type CheckedOptions, type OptionRule, wholeNumber, withoutDefault } from '../../errors/check-options.ts'
import { longestTimer } from '../../json/longest-timer.ts'
import type { ExecutionContext, SessionExecutor } from '../executor.ts'
import type { SessionHandle } from '../session-handle.ts'
import type { SessionKind } from '../session-kind.ts'
import { SupervisorError } from '../supervisor-error.ts'
import type { HostShell } from './host-shell.ts'
import { tmuxPane } from './tmux-pane.ts'
import { screenSize } from './screen-size.ts'
import { socketOf, TmuxServer } from './tmux-server.ts'

/** How a program in a tmux pane is shown and watched. */
export interface TmuxOptions {
  /** Width of the terminal while nobody is attached, in characters. Default 120. */
  readonly columns?: number
  /** Its height, in lines. Default 40. */
  readonly rows?: number
  /** Polling interval of the pane, in ms. Default 500; 5,000 on another machine. */
  readonly lookMs?: number
}

export const tmuxRules: {
  readonly columns: OptionRule<number>
  readonly rows: OptionRule<number>
  readonly lookMs: OptionRule<number | undefined>
} = {
  columns: screenSize(120),
  rows: screenSize(40),
  lookMs: withoutDefault(wholeNumber(1, 1, longestTimer)),
}

/** Runs sessions in tmux panes, on whichever machine the shell runs commands. */
export function tmuxExecutor(
  kind: SessionKind,
  shellOf: (context: ExecutionContext) => Promise<HostShell>,
  { columns, rows, lookMs }: CheckedOptions<typeof tmuxRules>,
): Pick<SessionExecutor, 'kind' | 'start' | 'adopt' | 'reconnect'> {
  const find = async (context: ExecutionContext, socket: string): Promise<SessionHandle | undefined> => {
    const shell = await shellOf(context)
    const server = new TmuxServer(shell, socket)
    const look = await server.look(context.signal)
    if (look === 'unreachable')
      throw new SupervisorError('not_started', 'The machine cannot be reached.', 'Check the network and the host.')
    return look === 'gone' || look.dead ? undefined : tmuxPane(context, { server, shell, first: look, lookMs })
  }
  return {
    kind,
    async start(context) {
      const shell = await shellOf(context)
      const server = new TmuxServer(shell, socketOf(context))
      await server.start(context, columns, rows)
      const look = await server.look(context.signal)
      if (typeof look !== 'string') return tmuxPane(context, { server, shell, first: look, lookMs })
      throw new SupervisorError('not_started', `${context.spec.command[0]} is not in its pane.`, 'Run it by hand.')
    },
    adopt: (context, { tmux }) => find(context, tmux?.socket ?? socketOf(context)),
    reconnect: (context, { tmux }) => find(context, tmux?.socket ?? socketOf(context)),
  }
}
