import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { geminiCli } from '../../../src/agents/gemini-cli/gemini-cli.ts'
import type { AgentUnderTest } from '../../../src/testing/contracts/agent-cases/agent-under-test.ts'
import { lineDamages } from '../../../src/testing/contracts/agent-cases/line-damages.ts'
import type { Edit } from '../../../src/transcript/edit.ts'
import { storeLines, type Line } from './store-lines.ts'

const shared = { because: [], loss: 'none' } as const
const timestamp = '2026-11-21T08:00:00.000Z'
export const sessionId = 'b39c61ea-8cb4-4f78-9871-98617f540690'
export const projectHash: string = createHash('sha256').update('/w').digest('hex')

export const header: Line = { sessionId, projectHash, startTime: timestamp, lastUpdated: timestamp, kind: 'main' }
export const response = (id: string, output = 'a.txt'): Line => ({
  functionResponse: { id, name: 'ls', response: { output } },
})
export const said = (id: string, content: unknown, more: Line = {}): Line => {
  return { id, timestamp, type: 'user', content, ...more }
}
export const spoken = (id: string, content: unknown, more: Line = {}): Line => {
  return said(id, content, { type: 'gemini', thoughts: [], tokens: { total: 8 }, model: 'gemini-2.5-flash', ...more })
}
export const toolCall = (id: string, more: Line = {}): Line => ({
  id,
  name: 'ls',
  args: { path: '.' },
  status: 'success',
  ...more,
})
export const patch: Line = { $set: { lastUpdated: timestamp } }

export const prompt: Line = { role: 'user', parts: [{ text: 'the secret' }] }
export const calling: Line = {
  role: 'model',
  parts: [{ text: 'Look.' }, { functionCall: { id: 'c1', name: 'ls', args: { path: '.' } } }],
}
export const answer: Line = { role: 'user', parts: [response('c1')] }
export const closing: Line = { role: 'model', parts: [{ text: 'Done.' }] }

/** A session as 0.61 writes it, without the second copy of the result. */
export const geminiLines: readonly Line[] = [
  header,
  { $set: { messages: [said('s1', [{ text: '<session_context>\nx' }])], lastUpdated: timestamp } },
  said('u1', [{ text: 'the secret' }]),
  spoken('m1', 'Look.'),
  patch,
  spoken('m1', 'Look.', { toolCalls: [toolCall('c1', { result: [response('c1')] })] }),
  spoken('m2', 'Done.'),
]

/** The line that makes every healthy session of 0.61 fail when it is resumed. */
export const secondCopy: Line = said('u2', [response('c1')])

export function geminiPath(home: string): string {
  const chats = join(home, '.gemini', 'tmp', 'w', 'chats')
  mkdirSync(chats, { recursive: true })
  writeFileSync(join(dirname(chats), '.project_root'), '/w')
  return join(chats, 'session-2026-11-21T08-00-b39c61ea.jsonl')
}

const edits: Edit[] = [
  { op: 'insert', index: 0, after: { role: 'user', parts: [{ text: 'before' }] }, ...shared },
  { op: 'replace', index: 2, before: answer, after: { role: 'user', parts: [response('c1', 'b.txt')] }, ...shared },
  { op: 'replace', index: 3, before: closing, after: { role: 'model', parts: [{ text: 'All.' }] }, ...shared },
  { op: 'insert', index: 4, after: { role: 'user', parts: [{ text: 'behind' }] }, ...shared },
]

export const geminiSubject: AgentUnderTest = {
  agent: geminiCli,
  format: 'gemini',
  secret: 'secret',
  messages: [prompt, calling, answer, closing],
  edits,
  store: (home) => ({
    id: 'session-2026-11-21T08-00-b39c61ea',
    path: storeLines(geminiPath(home), geminiLines),
    environment: { home: '/nonexistent', env: { GEMINI_CLI_HOME: home } },
  }),
  damages: lineDamages,
}
