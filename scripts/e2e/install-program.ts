import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Program } from './program.ts'
import { runCommand } from './run-command.ts'

const cache = process.env['SESSION_RECOVERY_E2E_CACHE'] ?? join(homedir(), '.cache', 'session-recovery-e2e')

/** The path of its executable where it is in the cache already; null where it is not. */
export function installedProgram({ spec, bin }: Program): string | null {
  const path = join(folderOf(spec), bin)
  return existsSync(path) ? path : null
}

const folderOf = (spec: string): string => join(cache, spec.replaceAll(/[^\w.-]+/g, '_'))

/** Installs the pinned release into the cache, once. The path of its executable; null when it cannot be had here. */
export async function installProgram(program: Program): Promise<string | null> {
  const installed = installedProgram(program)
  if (installed !== null) return installed
  const { spec } = program
  const folder = folderOf(spec)
  await mkdir(folder, { recursive: true })
  const command = ['npm', 'install', '--prefix', folder, '--no-save', '--no-fund', '--no-audit', spec]
  // All of the environment: a registry or a proxy of this machine may be named there.
  const env = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  const { code } = await runCommand({ command, cwd: folder, env: { ...env, HOME: homedir() } }, 300_000)
  return code === 0 ? installedProgram(program) : null
}
