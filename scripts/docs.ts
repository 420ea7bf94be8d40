/**
 * `npm run docs`: writes what the documentation tells about faults and formats, from the strategies and the test kits. With
 * `--check` it writes nothing and fails when a page is out of date.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { argv } from 'node:process'
import { faultsPage } from './docs/faults-page.ts'
import { formatsPage } from './docs/formats-page.ts'
import { withFaultRows } from './docs/readme-rows.ts'

const pages: Readonly<Record<string, (current: string) => string>> = {
  'README.md': withFaultRows,
  'docs/faults.md': faultsPage,
  'docs/formats.md': formatsPage,
}

for (const [page, render] of Object.entries(pages)) {
  const path = join(import.meta.dirname, '..', page)
  const current = await readFile(path, 'utf8').catch(() => '')
  const text = render(current)
  if (!argv.includes('--check')) await writeFile(path, text)
  else if (current !== text) {
    console.error(`${page} is out of date: run npm run docs`)
    process.exitCode = 1
  }
}
