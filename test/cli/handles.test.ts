import { expect, test } from 'vitest'
import { tempFolder } from '../files/temp-folder.ts'
import { missingResult, storeClaude } from './claude-home.ts'
import { cli } from './run-cli.ts'

const [one, other, copied] = ['1', '2', '3'].map((end) => `bbbb0002-0000-4000-8000-00000000000${end}`) as [
  string,
  string,
  string,
]

/** A home in which two sessions share a short id, and one lies in two projects. */
function home(): string {
  const folder = tempFolder()
  for (const id of [one, other]) storeClaude(folder, id, missingResult(id))
  for (const project of ['-a', "-it's"]) {
    const id = copied.replace('bbbb', 'cccc')
    storeClaude(folder, id, missingResult(id), { project })
  }
  return folder
}

/** The words of each command that is printed. */
const commandsIn = (printed: string): string[][] =>
  [...printed.matchAll(/^ *next: session-recovery (repair .*)$/gm)].map(([, line]) =>
    [...line!.matchAll(/'((?:[^']|'\\'')*)'|(\S+)/g)].map(
      ([, quoted, plain]) => plain ?? quoted!.replaceAll(String.raw`'\''`, "'"),
    ),
  )

test.each([['doctor'], ['repair'], ['doctor', one], ['repair', one]])(
  'what `%s` tells to do next means several sessions',
  async (...asked) => {
    const place = home()
    const next = commandsIn((await cli(asked, { home: place })).stdout)
    expect(next).toHaveLength(asked.length === 1 ? 4 : 1)
    for (const command of next) {
      const { code, stderr } = await cli(command, { home: place })
      expect([code, stderr]).toEqual([command.includes('--apply') ? 0 : 1, ''])
    }
  },
)

test.each(['doctor', 'repair'])(
  '`%s --json` of a session that is not there prints half a document',
  async (command) => {
    expect(await cli([command, 'nobody', '--json'], { home: home() })).toMatchObject({ code: 2, stdout: '' })
  },
)
