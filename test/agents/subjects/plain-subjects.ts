import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { plain } from '../../../src/agents/plain/plain.ts'
import type { AgentUnderTest } from '../../../src/testing/contracts/agent-cases/agent-under-test.ts'
import { lineDamages } from '../../../src/testing/contracts/agent-cases/line-damages.ts'
import type { Edit } from '../../../src/transcript/edit.ts'
import { storeLines } from './store-lines.ts'

const shared = { because: [], loss: 'none' } as const
const call = { id: 'call_1', type: 'function', function: { name: 'ls', arguments: '{}' } }
const messages = [
  { role: 'user', content: 'the secret' },
  { role: 'assistant', content: null, tool_calls: [call] },
  { role: 'tool', tool_call_id: 'call_1', content: 'a.txt' },
]
const added = { role: 'user', content: 'more' }
const edits: Edit[] = [
  { op: 'insert', index: 0, after: added, ...shared },
  { op: 'replace', index: 0, before: messages[0], after: { role: 'user', content: 'other' }, ...shared },
  { op: 'remove', index: 2, before: messages[2], ...shared },
  { op: 'insert', index: 3, after: added, ...shared },
]

const base = { agent: plain, format: 'openai-chat', secret: 'secret', messages, edits, notDiscovered: true } as const

const document = (name: string, text: string): AgentUnderTest => ({
  ...base,
  store: (home) => {
    mkdirSync(home, { recursive: true })
    const path = join(home, name)
    writeFileSync(path, text)
    return { id: name, path, environment: { home, env: {} } }
  },
  damages: () => [],
})

export const plainSubjects: readonly AgentUnderTest[] = [
  {
    ...base,
    store: (home) => ({
      id: 'log.jsonl',
      path: storeLines(join(home, 'log.jsonl'), messages),
      environment: { home, env: {} },
    }),
    // Cuts take away what tells the format; those that leave a call or a result are checked.
    damages: (path) => lineDamages(path).filter(({ what }) => /line 1 |NUL|mark|CRLF|foreign/.test(what)),
  },
  document('array.json', JSON.stringify(messages)),
  document('pretty.json', `${JSON.stringify(messages, null, 2)}\n`),
  document('body.json', JSON.stringify({ model: 'gpt-6', messages, tools: [], stream: true }, null, '\t')),
]
