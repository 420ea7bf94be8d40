/**
 * A supervisor as a process of its own that looks after three sessions of different kinds until it is killed. Arguments: its
 * folder, the file in which each program writes its name and number when it starts, and `tmux` where there is tmux.
 * Prints `up` when all of them run.
 */
import { localTmux, supervisorFile, trioSpecs } from './programs.ts'

const { agentSession, createSessionSupervisor, localProcess, tmuxSession } = (await import(
  supervisorFile
)) as typeof import('../../src/supervisor.ts')
const [folder = '', ledger = '', tmux] = process.argv.slice(2)
const supervisor = createSessionSupervisor({
  folder,
  executors: [
    localProcess({ output: 'discard' }),
    agentSession({ via: localProcess({ output: 'inherit' }) }),
    ...(tmux === localTmux ? [tmuxSession()] : []),
  ],
})
supervisor.on('host-error', ({ cause }) => console.log('host-error', cause))
await supervisor.start()
await Promise.all(trioSpecs(ledger, tmux).map(([id, spec]) => supervisor.register(id, spec)))
console.log('up')
setInterval(() => undefined, 1_000)
