import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { runCommandLine } from '../../src/cli/run-command-line.ts'
import { claudeHome } from './claude-home.ts'
import { cli, commandFile, ended, startCli } from './run-cli.ts'

/** Takes a number of writes and fails at the next one. */
function breaking(code: string, after = 0): Writable & { written: string } {
  let left = after
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      left -= 1
      if (left < 0) return done(Object.assign(new Error(`${code}: said`), { code }))
      stream.written += String(chunk)
      return done()
    },
  }) as Writable & { written: string }
  stream.written = ''
  return stream
}

async function run(
  args: readonly string[],
  home: string,
  { stdout = breaking('never', Infinity), stderr = breaking('never', Infinity) },
): Promise<{ code: number; out: string; talk: string }> {
  const env = { PATH: process.env['PATH'], HOME: home }
  const given = { stdin: Readable.from([]), stdout, stderr, env, home, now: Date.now, cwd: home }
  const code = await runCommandLine(args, given)
  return { code, out: stdout.written, talk: stderr.written }
}

const brokenOf = async (home: string): Promise<number> => {
  const { stdout } = await cli(['doctor', '--json'], { home })
  return (JSON.parse(stdout) as { readonly summary: { readonly broken: number } }).summary.broken
}

test.for([0, 1])(
  'a repair stops half-way when nobody reads its output after %i lines, or does not say so',
  async (after) => {
    const { home } = claudeHome()
    const stdout = breaking('EPIPE', after)
    const args = ['repair', '--all', '--apply', '--allow', 'lossy']
    expect(await run(args, home, { stdout })).toMatchObject({ code: 0, talk: '' })
    expect(await brokenOf(home)).toBe(0)
  },
)

test('a report goes on for nobody, or a reader who has seen enough is an error', async () => {
  const { home } = claudeHome()
  for (const args of [['doctor'], ['doctor', '--json'], ['explain', '--list'], ['--help']])
    expect([args, await run(args, home, { stdout: breaking('EPIPE') })]).toEqual([args, { code: 0, out: '', talk: '' }])
  const page = join(home, 'page.html')
  expect((await run(['doctor', '--html', page], home, { stdout: breaking('EPIPE', 1) })).code).toBe(1)
  expect(readFileSync(page, 'utf8')).toContain('</html>')
})

test('data that a full disk did not take is passed for the whole of it', async () => {
  const { home } = claudeHome()
  for (const args of [['doctor', '--all'], ['--version'], ['repair', '--all', '--apply', '--allow', 'lossy']]) {
    const { code, talk } = await run(args, home, { stdout: breaking('ENOSPC') })
    expect([args, code, talk]).toEqual([
      args,
      2,
      'session-recovery: Standard output cannot be written: there is no space left.\nSend it elsewhere and run it again.\n',
    ])
  }
  expect(await brokenOf(home)).toBe(0)
  expect((await run(['--version'], home, { stdout: breaking('EIO') })).talk).toContain('written: EIO: said.')
})

test('talk that cannot be told ends the work, or changes the exit code', async () => {
  const { home } = claudeHome()
  for (const code of ['EPIPE', 'ENOSPC']) {
    expect((await run(['doctor', 'nosuch'], home, { stderr: breaking(code) })).code).toBe(2)
    expect((await run(['doctor', '--all'], home, { stderr: breaking(code) })).code).toBe(1)
  }
})

test.skipIf(!existsSync('/dev/full'))('a process whose output cannot be written ends with a stack', () => {
  const { home } = claudeHome()
  const line = `"${process.execPath}" "${commandFile}" doctor --all > /dev/full`
  const { status, stderr } = spawnSync('sh', ['-c', line], { env: { HOME: home }, encoding: 'utf8' })
  expect([status, stderr.split('\n')[0]]).toEqual([
    2,
    'session-recovery: Standard output cannot be written: there is no space left.',
  ])
})

test('a supervisor leaves its program alone once nobody reads what it tells', async () => {
  const { home } = claudeHome()
  mkdirSync(join(home, 'w'))
  const script = 'echo run >> runs; test $(wc -l < runs) -ge 3 || exit 3'
  const running = startCli(['supervise', '--id', 'a', '--', 'sh', '-c', script], { home, cwd: join(home, 'w') })
  running.stderr.destroy()
  expect(await ended(running)).toEqual({ code: 0, signal: null })
  expect(readFileSync(join(home, 'w', 'runs'), 'utf8')).toBe('run\n'.repeat(3))
}, 30_000)
