import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFormat } from '../scripts/new/new-format.ts'

const root = join(import.meta.dirname, '..')

test('the skeleton of a format lacks a file of its model, does not say what to fill in, or bears the name of the model', () => {
  const { files } = newFormat('demo-wire').change
  const models = globSync('src/{formats,testing/provider}/bedrock-converse/**/*.ts', { cwd: root })
  const copies = [...files].filter(([path]) => path.includes('/demo-wire/') && path.startsWith('src/'))
  expect(models.some((path) => path.includes('/corruptions/'))).toBe(true)
  expect(copies).toHaveLength(models.length)
  for (const [path, text] of copies) {
    expect(path).not.toContain('converse')
    expect(text).toMatch(/^\/\/ FILL IN: .+ A copy of src\//)
    const imports = [...text.matchAll(/^import .* from '(.*)'$/gm)].map((match) => match[1]!)
    expect(imports.filter((target) => /converse/i.test(target))).toEqual([])
  }
})

test('a table with a row for each format gets none for a new one, so that the skeleton does not compile', () => {
  const { files } = newFormat('demo-wire').change
  const tables = globSync('{src,test,bench,scripts}/**/*.ts', { cwd: root }).filter((path) =>
    /^(?:export )?const \w+: Readonly<Record<FormatName, /m.test(readFileSync(join(root, path), 'utf8')),
  )
  expect(tables.length).toBeGreaterThan(2)
  for (const path of tables) expect([path, files.get(path)]).toEqual([path, expect.stringContaining("'demo-wire': ")])
})
