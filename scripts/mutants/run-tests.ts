import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface TestFile {
  readonly passed: boolean
  readonly ms: number
  /** How long its longest test took. */
  readonly longestMs: number
}

export interface TestRun {
  /** A test failed, a process died, or the run did not end in time. */
  readonly failed: boolean
  readonly files: ReadonlyMap<string, TestFile>
  /** The first test that failed. */
  readonly killer: string | undefined
}

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly startTime: number
    readonly endTime: number
    readonly assertionResults: readonly {
      readonly status: string
      readonly title: string
      readonly duration?: number
    }[]
  }[]
}

/**
 * Runs test files in this order, with one mutant at work or none, in a process group of their own that ends with the run, or when
 * no test has begun for `stallMs`: in a loop without an end.
 */
export async function runTests(
  tests: readonly string[],
  folder: string,
  { mutant, stallMs }: { readonly mutant?: number; readonly stallMs: number },
): Promise<TestRun> {
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  const config = join(import.meta.dirname, 'vitest.config.ts')
  const bail = mutant === undefined ? 0 : 1
  const child = spawn(
    'vitest',
    ['run', '--config', config, '--reporter=json', `--outputFile=${report}`, `--bail=${bail}`, ...tests],
    {
      detached: true,
      stdio: 'ignore',
      env: {
        ...process.env,
        MUTANT: String(mutant ?? ''),
        MUTANTS_BUILT: folder,
        MUTANTS_SEEN: join(folder, 'seen.tsv'),
        MUTANTS_TESTS: tests.join('\n'),
      },
    },
  )
  const end = (): void => {
    if (child.pid === undefined || child.exitCode !== null) return
    process.kill(-child.pid, 'SIGKILL')
  }
  // Before the folder goes that they write into.
  process.prependOnceListener('exit', end)
  const beat = join(folder, 'beat')
  writeFileSync(beat, '')
  const timer = setInterval(() => {
    if (Date.now() - statSync(beat).mtimeMs > stallMs) end()
  }, 1000)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  clearInterval(timer)
  process.off('exit', end)
  const results = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Report).testResults : []
  const files = results.map((file) => {
    const name = tests.find((test) => file.name.endsWith(`/${test}`)) ?? file.name
    const longestMs = Math.max(0, ...file.assertionResults.map(({ duration }) => duration ?? 0))
    return [name, { passed: file.status === 'passed', ms: file.endTime - file.startTime, longestMs }] as const
  })
  const failure = results.flatMap((file) => file.assertionResults).find(({ status }) => status === 'failed')
  return { failed: code !== 0, files: new Map(files), killer: failure?.title ?? (code === null ? 'no end' : undefined) }
}
