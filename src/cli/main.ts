import { argv, cwd, env, stderr, stdin, stdout } from 'node:process'
import { homeFolder } from '../files/home-folder.ts'
import { runCommandLine } from './run-command-line.ts'

/** Runs the command line of this process; its outcome becomes the exit code. */
export async function main(): Promise<void> {
  process.exitCode = await runCommandLine(argv.slice(2), {
    stdin,
    stdout,
    stderr,
    env,
    home: homeFolder(env),
    now: Date.now,
    cwd: cwd(),
  })
}
