import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Program } from './program.ts'
import { rowNameOf, waysOf } from './program-report.ts'

const path = join(import.meta.dirname, '../../docs/agents.md')

const head = `# Real agent programs

Made by \`npm run e2e -- --write\`: pinned releases, run headless against the strict emulators of \`session-recovery/testing\`.
Each session has three turns with a tool call in each; each damage hits the first, the middle and the last of them. A cell says how
all three go on, or each (first / middle / last). A run replaces the rows whose every cell it has tried to its end. A section that
does not speak of three turns is of an earlier run, with one turn.

\`alone\` is the program by itself on the damaged session; the other columns are the same resume with our help.
\`works\`: it goes on, and every prompt, output and answer that the damage has left is in the request that the program sends next.
\`loses text\`: it goes on, and the provider does not see one of them that the session still holds. \`fails\`: the provider refuses,
or the program stops.
\`-\`: the program stops before anything is sent, so only the file can be repaired.

\`repair --apply\` is \`session-recovery repair --all --agent AGENT --apply --allow lossy\`, without \`--error\`; where the program is refused all the same, up to three
times \`session-recovery repair SESSION --error - --agent AGENT --apply --allow lossy\` with its output. \`run --\` is \`session-recovery run --\` before the command of the
resume, and nothing else; where the program alone works, neither it nor the plugin was run.
`

const threeTurns = 'Three turns, damaged one at a time; every text that is left arrives where it says `works`.'

type Rows = ReadonlyMap<string, readonly string[]>

/** The rows of a section, by their first cell. */
function rowsOf(section: string): Rows {
  const rows = section.split('\n').filter((line) => line.startsWith('| '))
  return new Map(
    rows.map((line) => {
      const [name = '', ...cells] = line.slice(2, -2).split(' | ')
      return [name, cells] as const
    }),
  )
}

function table(program: Program, former: Rows, written: Rows): string {
  const rows = program.damages.flatMap((damage) => {
    const name = rowNameOf(damage)
    const cells = written.get(name) ?? former.get(name)
    return cells ? [[name, ...cells]] : []
  })
  const ways = waysOf(program).map((way) => (way === 'alone' ? way : `\`${way}\``))
  return [
    `## ${program.name}`,
    '',
    threeTurns,
    '',
    `| damage | ${ways.join(' | ')} |`,
    `|---|${ways.map(() => '---').join('|')}|`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n')
}

/** Writes the rows that a run has tried to their end; the others stay as they were. */
export async function writeAgentsPage(
  programs: readonly Program[],
  written: ReadonlyMap<Program, Rows>,
): Promise<void> {
  const [, ...sections] = (await readFile(path, 'utf8')).trim().split(/\n(?=## )/)
  const known = new Map(sections.map((section) => [section.slice(3, section.indexOf('\n')), section.trim()]))
  const tables = programs.flatMap((program) => {
    const [former, rows] = [known.get(program.name), written.get(program)]
    if (rows === undefined || rows.size === 0) return former ?? []
    return table(program, former?.includes(threeTurns) ? rowsOf(former) : new Map(), rows)
  })
  await writeFile(path, `${head}\n${tables.join('\n\n')}\n`)
}
