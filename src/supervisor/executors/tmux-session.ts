import { checkOptions } from '../../errors/check-options.ts'
import type { SessionExecutor } from '../executor.ts'
import { localShell } from './host-shell.ts'
import { tmuxExecutor, type TmuxOptions, tmuxRules } from './tmux-executor.ts'

/**
 * Runs sessions in tmux panes (3.2 or newer): they go on without their supervisor, and a person can attach to them. Each
 * has a tmux server of its own.
 *
 * @throws OptionsError; SupervisorError from `start`: `not_started`, with a remedy when tmux is not installed
 * @example
 * createSessionSupervisor({ folder: '.supervisor', executors: [tmuxSession()] })
 */
export function tmuxSession(options: TmuxOptions = {}): SessionExecutor {
  return tmuxExecutor('tmux', async () => localShell, checkOptions(options, tmuxRules))
}
