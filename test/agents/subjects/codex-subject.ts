import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codex } from '../../../src/agents/codex/codex.ts'
import type { AgentUnderTest } from '../../../src/testing/contracts/agent-cases/agent-under-test.ts'
import { lineDamages } from '../../../src/testing/contracts/agent-cases/line-damages.ts'
import type { Edit } from '../../../src/transcript/edit.ts'
import { storeLines, type Line } from './store-lines.ts'

export const codexId = '019aa0b1-0000-7000-8000-000000000001'
const timestamp = '2026-11-21T08:00:00.000Z'
const shared = { because: [], loss: 'none' } as const
let ordinal = 0
export const codexLine = (type: string, payload: Line): Line => ({ timestamp, ordinal: ordinal++, type, payload })

const prompt = { type: 'message', id: 'msg_0', role: 'user', content: [{ type: 'input_text', text: 'a secret' }] }
const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAA' }
const call = { type: 'function_call', id: 'fc_1', name: 'exec_command', arguments: '{}', call_id: 'call_1' }
const output = { type: 'function_call_output', id: 'fco_1', call_id: 'call_1', output: 'done' }

export const codexItems: readonly Line[] = [prompt, reasoning, call, output]

export const codexLines: readonly Line[] = [
  codexLine('session_meta', { id: codexId, timestamp, cwd: '/w', originator: 'codex_exec', cli_version: '0.169.0' }),
  codexLine('turn_context', { model: 'gpt-6', cwd: '/w' }),
  ...codexItems.map((item) => codexLine('response_item', item)),
  codexLine('event_msg', { type: 'task_complete' }),
]

const edits: Edit[] = [
  { op: 'replace', index: 1, before: reasoning, after: { ...reasoning, encrypted_content: null }, ...shared },
  { op: 'insert', index: 4, after: { ...prompt, id: 'msg_9' }, ...shared },
]

export const codexPath = (home: string): string =>
  join(home, '.codex', 'sessions', '2026', '11', '21', `rollout-2026-11-21T08-00-00-${codexId}.jsonl`)

export const codexSubject: AgentUnderTest = {
  agent: codex,
  format: 'openai-responses',
  secret: 'secret',
  messages: codexItems,
  edits,
  store: (home) => ({ id: codexId, path: storeLines(codexPath(home), codexLines), environment: { home, env: {} } }),
  damages: lineDamages,
  makeUnknown: (path) => writeFileSync(path, readFileSync(path, 'utf8').replaceAll('0.169.0', '9.9.9')),
}
