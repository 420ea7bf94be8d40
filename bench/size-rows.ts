import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'tsdown'
import type { Row } from './measure.ts'

const modules = fileURLToPath(new URL('../dist/modules/', import.meta.url))

/** What a bundler takes of the package for a program that does this, in kB, minified and packed. Needs `npm run build`. */
export async function* measureSizes(): AsyncGenerator<Row> {
  const oneFormat = 'createLinter({ formats: [anthropicMessages] })'
  yield await measureSize('detectError', 'index', ['detectError'], 'detectError', 15)
  yield await measureSize(
    'diagnose and repair, one format',
    'linter',
    ['createLinter', 'anthropicMessages'],
    oneFormat,
    45,
  )
  yield await measureSize('diagnose and repair, all formats', 'index', ['diagnose', 'repair'], 'diagnose, repair', null)
}

async function measureSize(
  what: string,
  module: string,
  names: readonly string[],
  use: string,
  target: number | null,
): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'session-recovery-bench-'))
  try {
    const entry = join(folder, 'program.ts')
    writeFileSync(
      entry,
      `import { ${names.join(', ')} } from ${JSON.stringify(`${modules}${module}.js`)}\nconsole.log(${use})\n`,
    )
    const outDir = join(folder, 'out')
    await build({
      config: false,
      entry,
      outDir,
      format: 'esm',
      platform: 'node',
      minify: true,
      // Notes for bundlers are of no use in a program.
      outputOptions: { comments: false },
      dts: false,
      logLevel: 'silent',
      deps: { alwaysBundle: [/./] },
    })
    const bytes = readdirSync(outDir)
      .filter((file) => /\.m?js$/.test(file))
      .map((file) => gzipSync(readFileSync(join(outDir, file))).length)
    return { what: `bundle of ${what}`, unit: 'kB', value: bytes.reduce((sum, size) => sum + size, 0) / 1000, target }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
