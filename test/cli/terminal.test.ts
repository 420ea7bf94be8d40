import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createOutput } from '../../src/cli/output/output.ts'
import { toJson } from '../../src/doctor/redact/to-json.ts'
import { assistant, call, text, toBytes, user } from '../agents/claude-code/transcript.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { cli } from './run-cli.ts'

/** A title, a cleared screen, a C1 sequence, a turned direction of writing, and a line that looks like ours. */
const attack = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202eevil\u2066\nNext: rm -rf'
const obeyed = new RegExp(
  String.raw`[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]`,
)

/** A broken session with the attack in its texts, its tool, its ids, its project and its file name. */
function attackedHome(): { home: string; path: string } {
  const home = tempFolder()
  const project = join(home, '.claude/projects', `-home-${attack.replaceAll('/', '')}`)
  mkdirSync(project, { recursive: true })
  const path = join(project, `${attack.replaceAll('/', '')}.jsonl`)
  const tool = { ...call(`toolu_${attack}`), name: `Bash${attack}`, input: { [attack]: attack } }
  writeFileSync(
    path,
    toBytes([
      user('u1', null, attack),
      assistant('a1', 'u1', 'msg_1', tool, 0),
      user('u2', 'a1', attack),
      assistant('a2', 'u2', 'msg_2', text(attack), 0),
      user('u3', 'a2', 'go on'),
    ]),
  )
  utimesSync(path, new Date(0), new Date(0))
  return { home, path }
}

const commands = (path: string): readonly (readonly [name: string, args: readonly string[]])[] => [
  ['doctor', ['doctor', '--all']],
  ['doctor --json', ['doctor', '--json']],
  ['doctor --format jsonl', ['doctor', '--format', 'jsonl']],
  ['doctor --format sarif', ['doctor', '--format', 'sarif']],
  ['repair', ['repair', path]],
  ['repair --json', ['repair', path, '--json']],
  ['repair --apply', ['repair', path, '--apply']],
  ['undo', ['undo']],
  ['backups', ['backups', 'list']],
  ['extract', ['extract', path]],
  ['extract --prompt', ['extract', path, '--prompt']],
  ['extract --json', ['extract', path, '--json']],
  ['explain', ['explain', 'tool_result_missing', '--session', path]],
  ['an error', ['doctor', `/nonexistent/${attack}`]],
  ['a wrong option', ['doctor', `--${attack}`]],
]

test('control characters of sessions, file names, tool names and arguments reach the terminal', async () => {
  const { home, path } = attackedHome()
  for (const [name, args] of commands(path)) {
    const { stdout, stderr } = await cli(args, { home })
    expect.soft(obeyed.exec(stdout + stderr), name).toBeNull()
    // A document has the lines of its texts; no other output does.
    const forged = args[0] !== 'extract' && /^Next: rm/m.test(stdout + stderr)
    expect.soft(forged, name).toBe(false)
    expect.soft(stdout + stderr, name).not.toBe('')
  }
})

function terminal(): { output: ReturnType<typeof createOutput>; read(): string } {
  const stdout = Object.assign(new PassThrough(), { isTTY: true as const })
  const stderr = Object.assign(new PassThrough(), { isTTY: true as const })
  vi.stubEnv('FORCE_COLOR', '1')
  onTestFinished(() => void vi.unstubAllEnvs())
  const output = createOutput({ stdout, stderr })
  return { output, read: () => `${stdout.read() ?? ''}${stderr.read() ?? ''}` }
}

test('a style of ours is lost, or one that a session forges is obeyed', async () => {
  const { output, read } = terminal()
  await output.line(`${output.style('red', `broken \u001b[32m`)} \u001b[32mhealthy\u001b[39m`)
  expect(read()).toBe('\u001b[31mbroken \uFFFD[32m\u001b[39m \uFFFD[32mhealthy\uFFFD[39m\n')
  output.talk(`${output.styleTalk('bold', 'a')}${attack}`)
  output.progress(attack)
  await output.write(`${output.style('bold', 'help')}\n${attack}`)
  expect(read().replaceAll(new RegExp(String.raw`\u001b\[(?:1m|22m|K)|\r`, 'g'), '')).not.toMatch(obeyed)
})

test.each(['\u0085', '\u009b', '\u061c', '\u200f', '\u2028', '\u202e', '\u2069', '\u007f'])(
  'JSON holds %j as it is, or says something else',
  (character) => {
    const json = toJson({ [character]: [`a${character}`] })
    expect(json).not.toContain(character)
    expect(JSON.parse(json)).toEqual({ [character]: [`a${character}`] })
  },
)

test('a line of progress is wider than the terminal, loses its beginning or its end, stays when something else is told, or is told to a file', () => {
  const shown = (streams: object, ...texts: readonly string[]): string => {
    const stderr = Object.assign(new PassThrough(), streams)
    const output = createOutput({ stdout: new PassThrough(), stderr })
    for (const text of texts) output.progress(text)
    output.talk('told')
    return String(stderr.read())
  }
  const long = `checked /home/${'a'.repeat(100)}/session.jsonl`
  const cut = `checked /home/${'a'.repeat(10)}…${'a'.repeat(40)}/session.jsonl`
  expect(cut).toHaveLength(79)
  expect(shown({ isTTY: true }, long)).toBe(`${cut}\r\u001b[Ktold\n`)
  expect(shown({ isTTY: true, columns: 11 }, long)).toBe('che….jsonl\r\u001b[Ktold\n')
  expect(shown({ isTTY: true }, 'a', 'b', '')).toBe('a\r\u001b[Kb\r\u001b[Ktold\n')
  expect(shown({ isTTY: false }, 'a')).toBe('told\n')
})
