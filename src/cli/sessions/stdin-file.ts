import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { CliContext } from '../cli-context.ts'
import { CliError } from '../cli-error.ts'

/**
 * Runs `work` with the arguments of a command line in which `-` is replaced by a private temporary file that holds standard
 * input: it may be larger than the memory.
 *
 * @throws CliError `usage` when standard input is a terminal, or named twice
 */
export async function withStdinAsFile<T>(
  named: readonly string[],
  { stdin }: CliContext,
  work: (named: readonly string[]) => Promise<T>,
): Promise<T> {
  if (!named.includes('-')) return work(named)
  if (stdin.isTTY)
    throw new CliError('usage', 'Nothing is piped in.', 'Pipe a file in: session-recovery doctor - < FILE')
  const folder = await mkdtemp(join(tmpdir(), 'session-recovery-stdin-'))
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  try {
    const path = join(folder, 'stdin.jsonl')
    await pipeline(stdin, createWriteStream(path, { mode: 0o600 }))
    return await work(named.map((each) => (each === '-' ? path : each)))
  } finally {
    await remove()
  }
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
