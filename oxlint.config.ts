import { relative } from 'node:path'
import { defineConfig, type OxlintConfig } from 'oxlint'
import { house } from './house.ts'

/** Paths from the depth of a file to every folder that stands above its own, or beside it. */
function upperFloors(folder: string): NonNullable<OxlintConfig['overrides']> {
  const names = house.map(([name]) => name)
  const forbidden =
    folder === 'testing/provider' ? names.filter((name) => name !== folder) : names.slice(names.indexOf(folder) + 1)
  if (forbidden.length === 0) return []
  return [1, 2, 3, 4].map((depth) => ({
    files: [`src/${folder}/${'*/'.repeat(depth - 1)}*.ts`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: forbidden.map((name) => importsOf('../'.repeat(depth - 1) + relative(folder, name))).join('|'),
              message: `src/${folder} may import only what stands before it in house.ts.`,
            },
          ],
        },
      ],
    },
  }))
}

/** Of the folder around a room only its own files are meant: other rooms have a row of their own. */
function importsOf(path: string): string {
  const escaped = path.replaceAll('.', String.raw`\.`)
  return path.endsWith('..') ? String.raw`^${escaped}/[^/]+\.ts$` : `^${escaped}/`
}

const config: OxlintConfig = defineConfig({
  plugins: ['typescript', 'unicorn', 'import', 'vitest', 'oxc'],
  categories: {
    correctness: 'error',
    suspicious: 'error',
  },
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/ban-ts-comment': 'error',
    'import/no-cycle': [
      'error',
      {
        ignoreTypes: false,
      },
    ],
    'unicorn/filename-case': [
      'error',
      {
        case: 'kebabCase',
      },
    ],
    'unicorn/no-array-sort': 'off',
    'unicorn/no-array-reverse': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'import/no-unassigned-import': 'off',
    'no-shadow': 'off',
    'no-await-in-loop': 'off',
    'vitest/require-to-throw-message': 'off',
    'vitest/no-conditional-tests': 'off',
    'vitest/require-mock-type-parameters': 'off',
    'no-underscore-dangle': [
      'error',
      {
        allow: ['_client'],
      },
    ],
  },
  ignorePatterns: ['dist', 'node_modules', 'coverage', '.cache'],
})

// The last row that fits a file counts: a room stands behind the folder around it.
config.overrides = house.toReversed().flatMap(([folder]) => upperFloors(folder))

export default config
