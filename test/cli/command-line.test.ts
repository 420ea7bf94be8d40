import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { OptionsError } from '../../src/errors/options-error.ts'
import { CliError, toShownError } from '../../src/cli/cli-error.ts'
import { commands } from '../../src/cli/table/commands.ts'
import { parseCommandLine } from '../../src/cli/table/parse-command-line.ts'
import manifest from '../../package.json' with { type: 'json' }
import { cli, emptyHome } from './run-cli.ts'

const home = import.meta.dirname

test('the tool without a command, or asked for its version, is an error', async () => {
  expect(await cli([], { home })).toMatchObject({ code: 0, stderr: '' })
  expect(await cli(['--version'], { home })).toMatchObject({ code: 0, stdout: `${manifest.version}\n` })
})

test('a command is missing from the help, or has no help with examples of its own', async () => {
  const { helpText } = await import('../../src/cli/table/help-text.ts')
  const plain = (_style: unknown, text: string): string => text
  const all = helpText(undefined, plain)
  for (const command of commands) {
    expect(all).toContain(`  ${command.name} `)
    const help = helpText(command, plain)
    expect(help).toContain(command.summary)
    for (const [name, { completes = [] }] of Object.entries(command.options)) {
      expect(help).toContain(`--${name}`)
      expect(typeof completes === 'object' || ['file', 'session'].includes(completes)).toBe(true)
    }
    expect(help).toMatch(/\nExit codes: .*\b2 wrong usage or an error\b.*\.\n$/)
    expect(
      Math.max(
        ...help
          .split('\nExamples:')[0]!
          .split('\n')
          .map(({ length }) => length),
      ),
    ).toBeLessThan(135)
    expect(command.examples.length).toBeGreaterThan(0)
    // An example that the table itself does not understand misleads everybody.
    for (const { line } of command.examples) {
      const words = /^session-recovery (.*?)(?: [|<>].*)?$/.exec(line)?.[1]?.match(/"[^"]*"|\S+/g) ?? []
      expect(parseCommandLine(words.map((word) => word.replaceAll('"', ''))).command).toBe(command)
    }
    expect(await command.load()).toBeTypeOf('function')
  }
})

test.each([
  [['docter'], 'There is no command "docter". Did you mean doctor?'],
  [['doctor', '--jsn'], 'There is no option --jsn. Did you mean --json?'],
  [['doctor', '--format', 'xml'], '--format xml: not one of text, json, jsonl, sarif.'],
  [['doctor', '--html'], 'Option --html needs a value: FILE.'],
  [['doctor', '--json=yes'], 'Option --json takes no value.'],
  [['doctor', '--agent', '--json'], 'Option --agent needs a value: NAME.'],
  [['undo', 'a', 'b'], 'undo does not take "b".'],
  [['extract'], 'extract needs PATH|ID.'],
  [['explain'], 'There is nothing to explain.'],
  [['recover', ''], 'An argument of recover is empty.'],
  [['doctor', 'a', ''], 'An argument of doctor is empty.'],
  [['copy', '', 'b'], 'An argument of copy is empty.'],
  [['recordings', 'list', '--dir', ''], 'Option --dir needs a value: DIR.'],
  [['repair', 'x', '--error='], 'Option --error needs a value: TEXT|FILE|-.'],
  [['audit', '--session-dir', '.', '--apply'], '--apply needs --repair-safe.'],
  [['recover', '--acknowledge'], '--acknowledge needs --session.'],
  [['extract', 'x', '--prompt', '--json'], '--prompt and --json cannot be had at once.'],
  [['doctor', '--report', '--json'], '--report and --json cannot be had at once.'],
  [['doctor', '--json', '--format', 'jsonl'], '--format and --json cannot be had at once.'],
  [['doctor', '--format', 'json', '--report'], '--format and --report cannot be had at once.'],
  [['backups', '--older-than', '5d'], '--older-than belongs to backups prune.'],
  [['backups', 'list', '--dry-run'], '--dry-run belongs to backups prune.'],
  [['recordings', 'list', '--execute'], '--execute belongs to recordings replay.'],
  [['recordings', 'search', '--exchange', 'x1'], '--exchange belongs to recordings show, recordings replay.'],
  [['supervise', 'status', '--tmux'], '--tmux belongs to supervise -- COMMAND.'],
  [['supervise', '--json', '--', 'true'], '--json belongs to supervise status, supervise history.'],
  [['supervise', 'status', '--', 'true'], 'supervise status starts nothing.'],
  [['completion', 'csh'], 'There is no completion for "csh".'],
])('a mistake (%j) is taken, or not explained', async (args, message) => {
  const { code, stdout, stderr } = await cli(args, { home })
  expect([code, stdout, stderr.split('\n')[0]]).toEqual([2, '', `session-recovery: ${message}`])
  expect(stderr.trim().split('\n').length).toBeGreaterThan(1)
})

test('help as a word is a mistake, or helps with something else', async () => {
  expect(await cli(['help'], { home })).toEqual(await cli(['--help'], { home }))
  expect(await cli(['help', 'recover'], { home })).toEqual(await cli(['recover', '--help'], { home }))
  expect((await cli(['help', 'recoverr'], { home })).stderr).toContain('Did you mean recover?')
})

test('a value that looks like nothing special is lost on the way', () => {
  const { invocation } = parseCommandLine([
    'repair',
    'x',
    '--error',
    '-',
    '--allow=lossy',
    '--agent',
    'codex',
    '--agent=opencode',
    '--',
    '--y',
  ])
  expect(invocation.options.text('error')).toBe('-')
  expect(invocation.options.list('agent')).toEqual(['codex', 'opencode'])
  expect(invocation.positionals).toEqual(['x', '--y'])
  const said = parseCommandLine(['repair', 'x', '--error', 'no --json here']).invocation.options
  expect([said.text('error'), said.flag('json')]).toEqual(['no --json here', false])
  // A session of a journal may have the empty id.
  expect(parseCommandLine(['recover', '--session', '']).invocation.options.text('session')).toBe('')
  expect(parseCommandLine(['extract', 'x', '-o', 'f']).invocation.options.text('output')).toBe('f')
})

test('the bash completion offers something else than the table holds', async () => {
  const { stdout } = await cli(['completion', 'bash'], { home })
  const complete = (...words: string[]): string[] => {
    const script = `${stdout}
COMP_WORDS=(session-recovery ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_session_recovery; printf '%s\\n' "\${COMPREPLY[@]}"`
    return String(spawnSync('bash', ['-c', script]).stdout)
      .trim()
      .split('\n')
  }
  expect(complete('')).toEqual([...commands.map(({ name }) => name), '--help', '--version'])
  expect(complete('doc')).toEqual(['doctor'])
  expect(complete('repair', '--al')).toEqual(['--all', '--allow'])
  expect(complete('repair', '--allow', '')).toEqual(['none', 'synthesised', 'lossy'])
  expect(complete('backups', '')).toEqual(['list', 'prune'])
})

test.each(['bash', 'zsh', 'fish'])('the %s completion lacks a command or an option', async (shell) => {
  const { stdout } = await cli(['completion', shell], { home })
  for (const { name, options } of commands) {
    expect(stdout).toContain(name)
    for (const option of Object.keys(options)) expect(stdout).toMatch(new RegExp(`(?:--|-l )${option}\\b`))
  }
})

test.for(['bash', 'zsh', 'fish'])('the %s completion is no valid script', async (shell, { skip }) => {
  const { stdout } = await cli(['completion', shell], { home })
  const checked = spawnSync(shell, [shell === 'fish' ? '--no-execute' : '-n'], { input: stdout, encoding: 'utf8' })
  skip(checked.error !== undefined, `there is no ${shell} here`)
  expect([checked.status, checked.stderr]).toEqual([0, ''])
})

test('an error of the system has no place and no remedy, or a stack is shown that nobody asked for', async () => {
  const folder = emptyHome()
  const { code, stderr } = await cli(['doctor', '--html', 'no/such/folder/page.html'], { home: folder })
  expect(code).toBe(2)
  expect(stderr).toMatch(
    /^session-recovery: The page cannot be written: .*no\/such\/folder\/page\.html\.\nCheck the path\.\n$/,
  )
})

test.for<readonly [cause: unknown, shown: object]>([
  [new CliError('not_found', 'm', 'r'), { code: 'not_found', message: 'm', remedy: 'r' }],
  [new OptionsError('o'), { code: 'usage', message: 'o', remedy: 'See the options with --help.' }],
  [
    { code: 'EADDRINUSE', syscall: 'listen', port: 80 },
    { code: 'usage', message: 'Port 80 is taken.' },
  ],
  [{ code: 'EACCES', syscall: 'listen', port: 80 }, { message: 'Port 80 may not be used by this user.' }],
  [{ code: 'EADDRNOTAVAIL', syscall: 'listen', port: 7 }, { message: 'Port 7 is at no address of this machine.' }],
  [
    { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'nope.invalid' },
    { code: 'usage', message: 'The name nope.invalid leads to no address.' },
  ],
  [{ code: 'EPERM', syscall: 'listen', port: 80 }, { code: 'internal' }],
  [{ code: 'EADDRINUSE', syscall: 'bind', port: 80 }, { code: 'internal' }],
  ...['ENOSPC', 'EMFILE'].map(
    (code) =>
      [
        { code, syscall: 'watch', path: '/home' },
        { code: 'usage', message: 'The system watches no more folders for this user.' },
      ] as const,
  ),
  [{ code: 'EACCES', syscall: 'watch', path: '/home' }, { code: 'read_only' }],
  [{ code: 'ENOSPC', syscall: 'write', path: '/home' }, { code: 'no_space' }],
  [{ code: 'EACCES', path: '/nowhere/page' }, { message: expect.stringContaining('/nowhere/page') as string }],
  [{ code: 'EACCES', path: 7 }, { code: 'internal' }],
  [
    { code: 'EODD', path: '/nowhere/page' },
    { code: 'internal', message: 'Error: said' },
  ],
  ['a text', { code: 'internal', message: 'a text' }],
  [null, { code: 'internal', message: 'null' }],
])('row %$: an error is shown as another one, or ends with another code', ([cause, shown]) => {
  const isSystem = typeof cause === 'object' && cause !== null && !(cause instanceof Error)
  expect(toShownError(isSystem ? Object.assign(new Error('said'), cause) : cause)).toMatchObject({ exit: 2, ...shown })
})

test('a stack is shown that nobody asked for, or none where somebody did', async () => {
  const shownWith = async (env: Record<string, string>): Promise<string> =>
    (await cli(['explain'], { home: emptyHome(), env })).stderr
  expect(await shownWith({})).not.toContain('    at ')
  expect(await shownWith({ SESSION_RECOVERY_DEBUG: '1' })).toMatch(/^session-recovery: .*\n.*\nCliError: .*\n {4}at /)
})

test('an optional package that is not installed is called a defect, or is not named', async () => {
  const cause: unknown = await import('@modelcontextprotocol/nosuch' as string).catch((error: unknown) => error)
  // The runner words it otherwise than Node does.
  const ofNode = Object.assign(new Error("Cannot find package '@modelcontextprotocol/nosuch' imported from /x.js"), {
    code: (cause as { code?: unknown }).code,
  })
  const { code, message, remedy } = toShownError(ofNode)
  expect(code).toBe('missing_peer')
  expect(message).toContain('@modelcontextprotocol/nosuch')
  expect(remedy).toContain('npm install @modelcontextprotocol/nosuch')
  expect(toShownError(new Error("Cannot find package 'x'")).code).toBe('internal')
})
