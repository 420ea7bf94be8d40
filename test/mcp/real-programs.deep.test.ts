import { describe, expect, it } from 'vitest'
import { callTool } from '../../scripts/e2e/call-tool.ts'
import { installedProgram } from '../../scripts/e2e/install-program.ts'
import type { Program } from '../../scripts/e2e/program.ts'
import { claudeCode } from '../../scripts/e2e/programs/claude-code.ts'
import { codex } from '../../scripts/e2e/programs/codex.ts'
import { opencode } from '../../scripts/e2e/programs/opencode.ts'
import { toolNames } from '../../src/mcp/tools/index.ts'

/** Codex shows its model only what that has looked for. */
const programs: readonly (readonly [Program, readonly string[]])[] = [
  [claudeCode, toolNames],
  [codex, ['session_explain']],
  [opencode, toolNames],
]

describe.each(programs)('$name with the lines of docs/mcp.md', (program, offered) => {
  const bin = installedProgram(program)
  if (bin === null) console.log(`${program.name} is not installed (npm run e2e installs it): its test is skipped`)

  it.skipIf(bin === null)('does not list the tools, or the answer of one does not reach the model', async () => {
    const report = await callTool(program, bin!)
    if (!report.answered) console.log(report.output.slice(-2000))
    expect(report.offered).toEqual(expect.arrayContaining([...offered]))
    expect(report).toMatchObject({ answered: true, worked: true })
  })
})
