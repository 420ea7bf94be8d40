import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The lines that docs/mcp.md tells the people of a program to put into its settings. */
export async function mcpLines(program: 'Claude Code' | 'Codex' | 'opencode'): Promise<string> {
  const page = await readFile(join(import.meta.dirname, '../../docs/mcp.md'), 'utf8')
  const [, lines] = new RegExp(`for ${program}:\\n\\n\`\`\`(?:json|toml)\\n(.*?)^\`\`\``, 'ms').exec(page) ?? []
  if (lines === undefined) throw new Error(`docs/mcp.md has no lines for ${program}.`)
  return lines
}
