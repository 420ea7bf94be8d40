import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toolNames } from '../../src/mcp/tools/index.ts'
import { createAnthropicEmulator, createResponsesEmulator } from '../../src/testing.ts'
import { sayings } from './conversation.ts'
import { linkPackage, pathOfNode } from './link-package.ts'
import type { Program } from './program.ts'
import { runCommand } from './run-command.ts'

type Fields = Record<string, unknown>

/** The tool that the model asks for, its argument, and what only its answer can say. */
const wanted = 'session_explain'
const input = { error: 'messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1' }
const answer = 'session-recovery explain tool_result_missing'

/** How a real program has used our MCP server. */
export interface ToolCallReport {
  /** The tools of ours that the program has offered to the model. */
  readonly offered: readonly string[]
  /** The answer of the tool has reached the model. */
  readonly answered: boolean
  readonly worked: boolean
  readonly output: string
}

/** What the model has seen of our tools. */
interface Seen {
  readonly offered: Set<string>
  answered: boolean
}

function look(seen: Seen, body: Fields): void {
  const text = JSON.stringify(body)
  for (const name of toolNames) if (text.includes(name)) seen.offered.add(name)
  seen.answered ||= text.includes(answer)
}

const namesOf = (body: Fields): string[] =>
  ((body['tools'] ?? []) as { readonly name?: string }[]).flatMap(({ name }) => (name === undefined ? [] : [name]))

/** A model of Anthropic: where a tool is not shown to it yet, it asks the program to. */
function claudeModel(seen: Seen): ReturnType<typeof createAnthropicEmulator> {
  return createAnthropicEmulator({
    requireMaxTokens: false,
    otherwise: (body: Fields) => {
      look(seen, body)
      const names = namesOf(body)
      const tool = names.find((name) => name.endsWith(wanted))
      const thinking = 'Let me see.'
      if (seen.answered || names.length === 0) return { thinking, text: 'It is explained.' }
      if (tool !== undefined) return { thinking, toolUse: [{ name: tool, input }] }
      return {
        thinking,
        toolUse: [{ name: 'ToolSearch', input: { query: `select:mcp__session-recovery__${wanted}`, max_results: 5 } }],
      }
    },
  })
}

interface FoundTools {
  readonly type: string
  readonly tools?: readonly { readonly name: string }[]
}

/** A model of OpenAI: it looks for the tool among the deferred ones, until their server has started. */
function openaiModel(seen: Seen): ReturnType<typeof createResponsesEmulator> {
  return createResponsesEmulator({
    otherwise: (body: Fields) => {
      look(seen, body)
      if (seen.answered) return { text: 'It is explained.' }
      const items = body['input'] as FoundTools[]
      const number = items.length
      const item = { call_id: `call_${number}`, status: 'completed' }
      const found = items.find(({ type, tools }) => type === 'tool_search_output' && tools?.length)
      const last = items.at(-1)
      if (found) {
        const call = { type: 'function_call', id: `fc_${number}`, name: wanted, namespace: found.tools![0]!.name }
        return { items: [{ ...item, ...call, arguments: JSON.stringify(input) }] }
      }
      if (last?.type === 'tool_search_output')
        return { calls: [{ name: 'exec_command', arguments: JSON.stringify({ cmd: 'sleep 0.5' }) }] }
      const query = { query: wanted.replace('_', ' '), limit: 20 }
      return {
        items: [{ ...item, type: 'tool_search_call', id: `tsc_${number}`, execution: 'client', arguments: query }],
      }
    },
  })
}

/** Lets a program start `session-recovery mcp` from the lines of the documentation, and the model ask it for a tool. */
export async function callTool(program: Program, bin: string): Promise<ToolCallReport> {
  const seen: Seen = { offered: new Set(), answered: false }
  const server = await (program.agent === 'codex' ? openaiModel(seen) : claudeModel(seen)).listen()
  const home = await mkdtemp(join(tmpdir(), 'session-recovery-e2e-mcp-'))
  try {
    await program.prepare(home, server.url)
    await linkPackage(join(home, 'project'), ['@modelcontextprotocol/server'])
    await program.addMcpServer?.(home)
    const first = program.first(bin, home, server.url, sayings.prompt(1))
    const command = [...first.command, ...(program.mcpArguments ?? [])]
    const run = await runCommand({ ...first, command, env: { ...first.env, PATH: pathOfNode } })
    const worked = program.worked(run.code, run.output)
    return { offered: [...seen.offered].sort(), answered: seen.answered, worked, output: run.output }
  } finally {
    await server.close()
    await rm(home, { recursive: true, force: true })
  }
}
