import { checkOptions, yesOrNo } from '../../errors/check-options.ts'
import type { ExecutionContext, SessionExecutor } from '../executor.ts'
import type { SshTarget } from '../session-spec.ts'
import { SupervisorError } from '../supervisor-error.ts'
import { localProcess } from './local-process.ts'
import { quoteArgument } from './quote-argument.ts'
import { sshArguments, SshAccess } from './ssh-shell.ts'
import { tmuxExecutor, type TmuxOptions, tmuxRules } from './tmux-executor.ts'

/** {@link TmuxOptions} for another machine. Keys come from the configuration of the system's `ssh`. */
export interface SshOptions extends TmuxOptions {
  /** Runs the program in tmux on the other machine, so that it survives a lost connection. Default true. */
  readonly tmux?: boolean
}

const rules = { ...tmuxRules, tmux: yesOrNo(true) }

function targetOf({ sessionID, spec }: ExecutionContext): SshTarget {
  if (spec.ssh) return spec.ssh
  throw new SupervisorError('invalid_spec', `${sessionID} names no machine.`, 'Give spec.ssh: { host, ... }.')
}

/** The ssh command line without tmux. Variables are not passed, since `ps` on the other machine would show them. */
function remoteCommand({ spec }: ExecutionContext, target: SshTarget): [string, ...string[]] {
  const cd = spec.cwd === undefined ? [] : [`cd ${quoteArgument(spec.cwd)} &&`]
  const command = ['exec', ...spec.command].map(quoteArgument)
  return ['ssh', '-T', ...sshArguments(target), '--', [...cd, ...command].join(' ')]
}

/**
 * Runs sessions on other machines with the system's `ssh`, in a remote tmux, so that the program survives a lost connection and
 * `reconnect` finds it again.
 *
 * @throws OptionsError; SupervisorError from `start`: `not_started`; `invalid_spec` without `ssh`
 * @example
 * await supervisor.register('far', { kind: 'ssh', ssh: { host: 'build.example' }, command: ['claude'] })
 */
export function sshSession(options: SshOptions = {}): SessionExecutor {
  const { tmux, ...pane } = checkOptions(options, rules)
  const accesses = new Map<SshTarget, SshAccess>()
  const accessOf = (context: ExecutionContext): SshAccess => {
    const target = targetOf(context)
    const access = accesses.get(target) ?? new SshAccess(target)
    accesses.set(target, access)
    return access
  }
  const close = async (): Promise<void> => {
    for (const access of accesses.values()) await access.close()
    accesses.clear()
  }
  if (tmux) return { ...tmuxExecutor('ssh', (context) => accessOf(context).shell(), pane), close }
  const inner = localProcess()
  return {
    kind: 'ssh',
    replicates: true,
    close,
    async start(context) {
      const env = await accessOf(context).env()
      const own = Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => !!entry[1]))
      const { cwd: _, ...spec } = context.spec
      return inner.start({
        ...context,
        spec: { ...spec, command: remoteCommand(context, targetOf(context)), env: own },
      })
    },
  }
}
