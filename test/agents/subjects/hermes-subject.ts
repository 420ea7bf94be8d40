import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hermesWebui } from '../../../src/agents/hermes-webui/hermes-webui.ts'
import type { AgentUnderTest } from '../../../src/testing/contracts/agent-cases/agent-under-test.ts'
import type { Edit } from '../../../src/transcript/edit.ts'

const shared = { because: [], loss: 'none' } as const
const call = { id: 'call_1', type: 'function', function: { name: 'ls', arguments: '{}' } }
const messages = [
  { role: 'user', content: 'the secret', timestamp: 100 },
  { role: 'assistant', content: null, tool_calls: [call], timestamp: 101 },
  { role: 'tool', tool_call_id: 'call_1', content: 'a.txt', timestamp: 102 },
]
const added = { role: 'user', content: 'more' }
const edits: Edit[] = [
  { op: 'replace', index: 0, before: messages[0], after: { role: 'user', content: 'other' }, ...shared },
  { op: 'insert', index: 3, after: added, ...shared },
]

export const hermesSubject: AgentUnderTest = {
  agent: hermesWebui,
  format: 'openai-chat',
  secret: 'secret',
  messages,
  edits,
  store(home) {
    const folder = join(home, '.hermes', 'webui', 'sessions')
    mkdirSync(folder, { recursive: true })
    const session = { session_id: 'a1b2c3', title: 'a title', messages, updated_at: 5 }
    writeFileSync(join(folder, 'a1b2c3.json'), JSON.stringify(session, null, 2))
    writeFileSync(join(folder, 'a1b2c3.json.bak'), JSON.stringify(session))
    writeFileSync(join(folder, '_index.json'), '[]')
    return { id: 'a1b2c3', path: join(folder, 'a1b2c3.json'), environment: { home, env: {} } }
  },
  damages: () => [],
}
