import { join } from 'node:path'
import { BaseSequencer } from 'vitest/node'
import { mergeConfig, type ViteUserConfig } from 'vitest/config'
import tests from '../../vitest.config.ts'
import { builtText } from './built-text.ts'

/** As they were given: first those that are likely to fail, and quick. */
class AsGiven extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]): ReturnType<BaseSequencer['sort']> {
    const given = (process.env['MUTANTS_TESTS'] ?? '').split('\n')
    const placeOf = (path: string): number => given.findIndex((name) => path.endsWith(`/${name}`))
    return files.toSorted((a, b) => placeOf(a.moduleId) - placeOf(b.moduleId))
  }
}

/** All tests as they are, over sources with mutants built in. */
const config: ViteUserConfig = mergeConfig(tests, {
  plugins: [
    {
      name: 'mutants',
      enforce: 'pre',
      transform: (_: string, id: string) => {
        const code = builtText(id.split('?')[0] ?? '')
        return code === null ? null : { code, map: null }
      },
    },
  ],
  test: {
    env: { NODE_OPTIONS: `--import=${join(import.meta.dirname, 'in-children.ts')}` },
    // The key of Vitest's cache on disk knows nothing of what is built in: the modules of another run would be taken for those of this.
    fsModuleCachePath: join(process.env['MUTANTS_BUILT'] ?? '', 'modules'),
    maxWorkers: 1,
    sequence: { sequencer: AsGiven },
    setupFiles: [join(import.meta.dirname, 'in-tests.ts')],
  },
} satisfies ViteUserConfig)

export default config
