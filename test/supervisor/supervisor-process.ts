/** A supervisor as a process of its own that can be killed. Argument: its folder. Prints how it came to its session, and the pid. */
import { answering, supervisorFile } from './programs.ts'

const { createSessionSupervisor, localProcess } = (await import(
  supervisorFile
)) as typeof import('../../src/supervisor.ts')
const supervisor = createSessionSupervisor({
  folder: process.argv[2]!,
  executors: [localProcess({ output: 'discard' })],
})
for (const name of ['launched', 'adopted'] as const) supervisor.on(name, ({ pid }) => console.log(`${name} ${pid}`))
await supervisor.register('s', { command: answering })
await supervisor.start()
setInterval(() => undefined, 1_000)
