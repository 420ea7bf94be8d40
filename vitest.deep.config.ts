import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { common } from './vitest.config.ts'

/** What takes minutes: deep counts, crash storms, growth over long sessions. `scripts/test-deep.ts` runs them file by file. */
const config: ViteUserConfig = defineConfig({
  test: {
    ...common,
    include: ['test/**/*.deep.test.ts'],
    exclude: ['node_modules/**'],
    setupFiles: ['test/leave-no-files.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    passWithNoTests: true,
  },
})

export default config
