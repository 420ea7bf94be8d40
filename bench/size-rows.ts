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
  for (const program of programs) yield await measureSize(program)
}

/** A program that imports names of a module, to use them so. */
interface Program {
  readonly what: string
  readonly module: string
  readonly names: readonly string[]
  readonly use: string
  /** In kB. */
  readonly target: number | null
}

const programs: readonly Program[] = [
  { what: 'detectError', module: 'index', names: ['detectError'], use: 'detectError', target: 15 },
  {
    what: 'diagnose and repair, one format',
    module: 'linter',
    names: ['createLinter', 'anthropicMessages'],
    use: 'createLinter({ formats: [anthropicMessages] })',
    target: 45,
  },
  {
    what: 'diagnose and repair, all formats',
    module: 'index',
    names: ['diagnose', 'repair'],
    use: 'diagnose, repair',
    target: null,
  },
]

async function measureSize({ what, module, names, use, target }: Program): Promise<Row> {
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
