import { defineConfig, type OxlintConfig } from 'oxlint'
import { house } from './house.ts'

/** Paths from the depth of a file to every folder that stands above its own, or beside it. */
function upperFloors(folder: string): OxlintConfig['overrides'] {
  const above = house.map(([name]) => name).slice(house.findIndex(([name]) => name === folder) + 1)
  const forbidden =
    folder === 'testing/provider' ? house.map(([name]) => name).filter((name) => name !== folder) : above
  if (forbidden.length === 0) return []
  return [1, 2, 3, 4].map((depth) => ({
    files: [`src/${folder}/${'*/'.repeat(depth - 1)}*.ts`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: `^${String.raw`\.\./`.repeat(depth + folder.split('/').length - 1)}(${forbidden.join('|')})/`,
              message: `src/${folder} may import only what stands before it in house.ts.`,
            },
          ],
        },
      ],
    },
  }))
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

config.overrides = house.flatMap(([folder]) => upperFloors(folder) ?? [])

export default config
