/**
 * A supervisor as a process of its own that waits for a line on stdin before it registers the session `s`, so that several of
 * them can do it at the same instant. Argument: its folder. Prints `ready`, and then how it came out: `launched PID`, `adopted PID`
 * or `held PID`.
 */
import { once } from 'node:events'
import { answering, supervisorFile } from './programs.ts'

const { createSessionSupervisor, localProcess, SupervisorError } = (await import(
  supervisorFile
)) as typeof import('../../src/supervisor.ts')
const supervisor = createSessionSupervisor({
  folder: process.argv[2]!,
  executors: [localProcess({ output: 'discard' })],
})
for (const name of ['launched', 'adopted'] as const) supervisor.on(name, ({ pid }) => console.log(`${name} ${pid}`))
await supervisor.start()
console.log('ready')
await once(process.stdin, 'data')
await supervisor.register('s', { command: answering }).catch((cause: unknown) => {
  console.log(cause instanceof SupervisorError ? `${cause.code} ${cause.holder?.pid}` : String(cause))
})
setInterval(() => undefined, 1_000)
