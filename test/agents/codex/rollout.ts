import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codex } from '../../../src/agents/codex/codex.ts'
import type { AgentSession } from '../../../src/agents/agent.ts'
import { tempFolder } from '../../files/temp-folder.ts'

export type Line = Record<string, unknown>
export type Entry = [type: string, payload: Line]
const id = '019aa0b1-0000-7000-8000-000000000001'
const timestamp = '2026-11-22T02:28:36.116Z'

export const item = (payload: Line): Entry => ['response_item', payload]
export const message = (role: string, text: string, more: Line = {}): Entry =>
  item({ type: 'message', role, content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }], ...more })
export const call = (callId: string, more: Line = {}): Entry =>
  item({ type: 'function_call', id: `fc_${callId}`, name: 'exec_command', arguments: '{}', call_id: callId, ...more })
export const output = (callId: string, text = 'done', more: Line = {}): Entry =>
  item({ type: 'function_call_output', id: `fco_${callId}`, call_id: callId, output: text, ...more })
/** Lines as Codex 0.169 writes them: numbered from 0. */
export const numbered = (lines: readonly Readonly<Entry>[]): Line[] =>
  ([['session_meta', { id, cwd: '/w', cli_version: '0.169.0' }], ...lines] as const).map(
    ([type, payload], ordinal) => ({
      timestamp,
      ordinal,
      type,
      payload,
    }),
  )

/** Stores a rollout where Codex would, and opens it. */
export async function openLines(lines: readonly Line[], tail = ''): Promise<AgentSession> {
  const folder = join(tempFolder(), '.codex/sessions/2026/11/22')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `rollout-2026-11-22T02-28-36-${id}.jsonl`)
  writeFileSync(path, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n${tail}`)
  utimesSync(path, new Date(0), new Date(0))
  return codex.open((await codex.recognise(path))!)
}
