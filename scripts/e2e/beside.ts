import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Damage } from './program.ts'

/** Starts what runs beside a repair, waits until it answers, and gives what ends it. */
export async function startBeside(what: ReturnType<NonNullable<Damage['beside']>>): Promise<() => Promise<void>> {
  const [file, ...args] = what.command as [string, ...string[]]
  const child = spawn(file, args, {
    cwd: what.cwd,
    env: { PATH: process.env['PATH'] ?? '', ...what.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const look = (chunk: Buffer): void => {
      output += chunk.toString()
      const found = what.ready.exec(output)?.[1]
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', look)
    child.stderr.on('data', look)
    child.once('error', reject)
    void ended.then(() => reject(new Error(`It has ended before it was ready: ${output.slice(-300)}`)))
  })
  // Its first answer opens the storage.
  await fetch(`${url}/session`)
  return async () => {
    child.kill('SIGKILL')
    await ended
  }
}
