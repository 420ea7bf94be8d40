import { createWriteStream, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kill, pid } from 'node:process'
import { pipeline } from 'node:stream/promises'
import type { CliContext } from '../cli-context.ts'
import { CliError } from '../cli-error.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs `work` with the arguments of a command line in which `-` is replaced by a private temporary file that holds standard
 * input: it may be larger than the memory.
 *
 * @throws CliError `usage` when standard input is a terminal, or named twice
 */
export async function withStdinAsFile<T>(
  named: readonly string[],
  { stdin }: CliContext,
  work: (named: readonly string[], stdinFile?: string) => Promise<T>,
): Promise<T> {
  if (!named.includes('-')) return work(named)
  if (stdin.isTTY)
    throw new CliError('usage', 'Nothing is piped in.', 'Pipe a file in: session-recovery doctor - < FILE')
  const folder = await mkdtemp(join(tmpdir(), 'session-recovery-stdin-'))
  // Ctrl-C must not leave a conversation in a public folder; afterwards the signal has its usual effect.
  const onSignal = (signal: NodeJS.Signals): void => {
    rmSync(folder, { recursive: true, force: true })
    kill(pid, signal)
  }
  for (const signal of signals) process.once(signal, onSignal)
  const path = join(folder, 'stdin.jsonl')
  try {
    await pipeline(stdin, createWriteStream(path, { mode: 0o600 }))
    return await work(
      named.map((each) => (each === '-' ? path : each)),
      path,
    )
  } catch (cause) {
    if (cause instanceof Error) cause.message = namingStdin(cause.message, path)
    throw cause
  } finally {
    for (const signal of signals) process.off(signal, onSignal)
    await rm(folder, { recursive: true, force: true })
  }
}

/** The text of an error without the name of the temporary file, which is gone when the text is read. */
export function namingStdin(text: string, stdinFile: string | undefined): string {
  return stdinFile === undefined ? text : text.replaceAll(stdinFile, 'Standard input')
}

/** All of standard input as text, for short texts such as an error. Above 4 MB the rest is not read. */
export async function readStdinText({ stdin }: CliContext): Promise<string> {
  if (stdin.isTTY) throw new CliError('usage', 'Nothing is piped in.', 'Give the text as an argument, or pipe it in.')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stdin) {
    chunks.push(chunk)
    size += chunk.length
    if (size > 4 * 1024 * 1024) break
  }
  return Buffer.concat(chunks).toString('utf8')
}
