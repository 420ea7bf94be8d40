import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isClaudeRecord } from '../../../src/agents/claude-code/claude-record.ts'
import {
  hasRecords,
  messagesOfTranscript,
  summariseTranscript,
} from '../../../src/agents/claude-code/transcript-summary.ts'
import type { SessionRef } from '../../../src/agents/agent.ts'
import { tempFolder } from '../../files/temp-folder.ts'

function fileOf(...lines: readonly unknown[]): SessionRef {
  const path = join(tempFolder(), 'session.jsonl')
  writeFileSync(path, lines.map((line) => (typeof line === 'string' ? line : `${JSON.stringify(line)}\n`)).join(''))
  return { agent: 'claude-code', id: 'session', path, sizeBytes: 0, modifiedMs: 0 }
}

let records = 0
const line = (type: string, content: unknown, more: object = {}): Record<string, unknown> => ({
  type,
  uuid: `u${(records += 1)}`,
  message: { role: type, content },
  ...more,
})
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } }
const prompt = [{ type: 'text', text: ' first' }, image, { type: 'text', text: 'more ' }]

test('a summary counts what is no message, or tells another prompt, place or time', async () => {
  const at = (second: number): { timestamp: string } => ({ timestamp: `2026-11-22T08:00:0${second}.000Z` })
  const ref = fileOf(
    { type: 'summary', summary: 'none' },
    line('user', 'of a side chain', { isSidechain: true, ...at(0), cwd: '/side' }),
    line('user', 'of the program', { isMeta: true, cwd: 7 }),
    line('assistant', [{ type: 'text', text: 'of the model' }], { ...at(2), cwd: '/w', gitBranch: 'a' }),
    line('system', 'of the system', at(9)),
    line('user', prompt, { ...at(5), cwd: '/other', gitBranch: 'b' }),
    line('user', 'later', { ...at(4), gitBranch: '' }),
    '{"type":"us',
  )
  expect(await summariseTranscript(ref)).toEqual({
    ref,
    messages: 4,
    created: at(2).timestamp,
    modified: at(5).timestamp,
    firstPrompt: 'first\n\nmore',
    cwd: '/w',
    gitBranch: 'b',
  })
  expect(await messagesOfTranscript(ref)).toEqual([
    { role: 'user', content: 'of the program' },
    { role: 'assistant', content: [{ type: 'text', text: 'of the model' }] },
    { role: 'user', content: prompt },
    { role: 'user', content: 'later' },
  ])
  const nothing = { messages: 0, created: '', modified: '', firstPrompt: '', cwd: '', gitBranch: '' }
  const gone = { ...ref, path: `${ref.path}.gone` }
  expect(await summariseTranscript(gone)).toEqual({ ref: gone, ...nothing })
  const long = await summariseTranscript(fileOf(line('user', 'x'.repeat(300))))
  expect(long.firstPrompt).toBe('x'.repeat(200))
})

test.each<readonly [holds: boolean, lines: readonly unknown[]]>([
  [true, ['{"torn', '\n', line('user', 'a')]],
  [true, [{ type: 'mode' }]],
  [false, []],
  [false, ['{"torn']],
  [false, ['[]\n', '7\n']],
])('that there are records is told otherwise than %s of %j', async (holds, lines) => {
  expect(await hasRecords(fileOf(...lines))).toBe(holds)
})

test('a line of a transcript is taken for a block of a torn one, or a block for a line', () => {
  const loose =
    'summary queue-operation atis-latch last-prompt mode cost-state tools-used api-request api-request-shape ' +
    'api-request-blob file-history-snapshot'
  const lines = [
    ...loose.split(' ').map((type) => ({ type })),
    { type: 'new', uuid: 'u' },
    { type: 'n', sessionId: 's' },
  ]
  expect(lines.filter((each) => !isClaudeRecord(each))).toEqual([])
  const blocks = [{ type: 'text' }, { type: 'text', uuid: 7, sessionId: null }, { uuid: 'u' }, { type: 7, uuid: 'u' }]
  expect(blocks.filter(isClaudeRecord)).toEqual([])
})
