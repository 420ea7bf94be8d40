import { readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type ViteUserConfig } from 'vitest/config'

/** What wants a process of its own: it looks at locks, modules or a heap that a process keeps, or counts all timers. */
const alone = [
  'test/files/{backups,file-lock,liveness}.test.ts',
  'test/fleet/{fleet,parts,poll-jobs}.test.ts',
  'test/presence/create-session-registry.test.ts',
  'test/repair/growth.test.ts',
  'test/storage/{journal-options,own-lease}.test.ts',
]
/** What takes another module for one that it imports, or a module twice: only the runner of Vite can do so. */
const mocked = [
  'test/errors/session-recovery-error.test.ts',
  'test/files/lock-processes.test.ts',
  'test/storage/postgres-store.test.ts',
]
/**
 * Node imports the sources as they are: to transform them first, and to ask at each use for what another module exports, was a tenth
 * of all work. Mutants are built in by Vite.
 */
const byNode = { viteModuleRunner: process.env['MUTANTS_BUILT'] !== undefined, nodeLoader: false }
const directly = byNode.viteModuleRunner ? [] : ['test/import-directly.ts']
const leaveNoFiles = 'test/leave-no-files.ts'
const setupFiles = [...directly, 'test/leave-real-globals.ts', leaveNoFiles]
const never = ['test/**/*.deep.test.ts', 'node_modules/**']

/**
 * Where tests put their files: in memory, where Linux offers enough of it. They wait for a disk longer than they compute, and no
 * disk loses its power here; what must survive that is tested on file systems that forget. The deep tests stay on the disk.
 */
function filesInMemory(): Record<string, string> {
  const folder = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(folder)
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === folder)
    const fits = bavail * bsize > 2 ** 31 && mount !== undefined && !/\bnoexec\b/.test(mount)
    return fits ? { TMPDIR: folder } : {}
  } catch {
    return {}
  }
}

/** What holds for all tests, the deep ones too. */
export const common: NonNullable<ViteUserConfig['test']> = {
  env: {
    // Hundreds of processes are started from the same sources and packages: each is compiled once.
    NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node-compile'),
    // `npm test` has just built: the command under test is what users install, and starts faster than its sources.
    ...(process.env['npm_lifecycle_event'] === 'test' && {
      SESSION_RECOVERY_CLI: join(import.meta.dirname, 'dist/cli.js'),
    }),
  },
  globalSetup: ['test/folder-of-run.ts'],
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // What happens at last happens late on a busy machine.
  expect: { poll: { timeout: 60_000 } },
  pool: 'forks',
  maxWorkers: 2,
}

const config: ViteUserConfig = defineConfig({
  test: {
    ...common,
    env: { ...common.env, ...filesInMemory() },
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          // To import the sources anew for each file, and to warm them up, was a third of all work.
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: [...never, ...alone, ...mocked],
          experimental: byNode,
          setupFiles,
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: alone, exclude: never, experimental: byNode, setupFiles },
      },
      { extends: true, test: { name: 'mocked', include: mocked, exclude: never, setupFiles: [leaveNoFiles] } },
    ],
  },
})

export default config
