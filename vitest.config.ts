import { join } from 'node:path'
import { defineConfig, type ViteUserConfig } from 'vitest/config'

const config: ViteUserConfig = defineConfig({
  test: {
    // `npm test` has just built: the command under test is what users install, and starts faster than its sources.
    env:
      process.env['npm_lifecycle_event'] === 'test'
        ? { SESSION_RECOVERY_CLI: join(import.meta.dirname, 'dist/cli.js') }
        : {},
    include: ['test/**/*.test.ts'],
    exclude: ['test/**/*.deep.test.ts', 'node_modules/**'],
    typecheck: { enabled: true, include: ['test/**/*.test-d.ts'], tsconfig: './tsconfig.json' },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: 'forks',
    maxWorkers: 2,
  },
})

export default config
