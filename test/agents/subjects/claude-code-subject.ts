import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { claudeCode } from '../../../src/agents/claude-code/claude-code.ts'
import { lineDamages } from '../../../src/testing/contracts/agent-cases/line-damages.ts'
import type { AgentUnderTest } from '../../../src/testing/contracts/agent-cases/agent-under-test.ts'
import { assistant, call, result, resultLine, text, thinking, turns, user } from '../claude-code/transcript.ts'
import { storeLines } from './store-lines.ts'

const id = '6f1c2a34-0000-4000-8000-000000000001'
const prompt = user('u1', null, 'read the secret file')
const lines = [
  prompt,
  assistant('a1', 'u1', 'msg_1', thinking('let me see'), 0),
  assistant('a2', 'a1', 'msg_1', call('toolu_1'), 1),
  resultLine('r1', 'a2', 'toolu_1'),
  assistant('c1', 'r1', 'msg_3', text('Done.'), 0),
]
const answer = { role: 'assistant', content: [text('Done.')] }

export const claudeCodeSubject: AgentUnderTest = {
  agent: claudeCode,
  format: 'anthropic-messages',
  secret: 'secret',
  normalise: turns,
  messages: [
    { role: 'user', content: 'read the secret file' },
    { role: 'assistant', content: [thinking('let me see'), call('toolu_1')] },
    { role: 'user', content: [result('toolu_1')] },
    answer,
  ],
  edits: [
    {
      op: 'replace',
      index: 3,
      before: answer,
      after: { role: 'assistant', content: [text('All.')] },
      because: [],
      loss: 'none',
    },
  ],
  store: (home) => ({
    id,
    path: storeLines(join(home, '.claude', 'projects', '-w', `${id}.jsonl`), lines),
    environment: { home, env: {} },
  }),
  damages: lineDamages,
  makeUnknown: (path) => writeFileSync(path, readFileSync(path, 'utf8').replaceAll('2.1.329', '9.9.9')),
}
