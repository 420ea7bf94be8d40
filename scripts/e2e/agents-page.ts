import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const path = join(import.meta.dirname, '../../docs/agents.md')

const head = `# Real agent programs

Made by \`npm run e2e -- --write\`: pinned releases, run headless against the strict emulators of \`session-recovery/testing\`.
Each session has three turns with a tool call in each; each damage hits the first, the middle and the last of them. A cell says how
all three go on, or each (first / middle / last). A section that does not speak of three turns is of an earlier run, with one turn;
there texts were followed for Codex only, and Claude Code 2.1 was not made to call a tool.

\`alone\` is the program by itself on the damaged session; the other columns are the same resume with our help.
\`works\`: it goes on, and every prompt, output and answer that the damage has left is in the request that the program sends next.
\`loses text\`: it goes on, and the provider does not see one of them that the session still holds. \`fails\`: the provider refuses,
or the program stops.
\`-\`: the program stops before anything is sent, so only the file can be repaired.

\`repair --apply\` is \`session-recovery repair --all --agent AGENT --apply --allow lossy\`, without \`--error\`; where the program is refused all the same, up to three
times \`session-recovery repair SESSION --error - --agent AGENT --apply --allow lossy\` with its output. \`run --\` is \`session-recovery run --\` before the command of the
resume, and nothing else; where the program alone works, neither it nor the plugin was run.
`

/** Writes the sections of the programs that have run; the others stay as they were. */
export async function writeAgentsPage(names: readonly string[], written: ReadonlyMap<string, string>): Promise<void> {
  const [, ...former] = (await readFile(path, 'utf8')).trim().split(/\n(?=## )/)
  const known = new Map(former.map((section) => [section.slice(3, section.indexOf('\n')), section.trim()]))
  const sections = names.flatMap((name) => written.get(name) ?? known.get(name) ?? [])
  await writeFile(path, `${head}\n${sections.join('\n\n')}\n`)
}
