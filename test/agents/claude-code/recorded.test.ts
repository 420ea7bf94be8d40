import { join } from 'node:path'
import { testLines } from '../test-lines.ts'
import * as claude from './transcript.ts'

const timestamp = '2026-11-21T08:00:00.000Z'
const refusal = '400 messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_2'
const say = (uuid: string, parent: string, more: claude.Line): claude.Line => ({
  ...claude.assistant(uuid, parent, `msg_${uuid}`, claude.text(refusal), 0),
  ...more,
})

const lines: readonly claude.Line[] = [
  ...claude.healthyLines(),
  claude.user('u2', 'c1', [claude.text('go on'), { type: 'image', source: { type: 'url', url: 'https://a/b.png' } }]),
  { parentUuid: 'u2', type: 'system', subtype: 'compact_boundary', uuid: 's1', timestamp },
  claude.user('u3', 's1', 'the summary', { isCompactSummary: true }),
  claude.assistant('d1', 'u3', 'msg_4', claude.call('toolu_4'), 0, { isSidechain: true }),
  claude.assistant('d2', 'u3', 'msg_5', claude.text('No response requested.'), 0),
  say('e1', 'd2', { isApiErrorMessage: true, message: { model: '<synthetic>', content: [claude.text(refusal)] } }),
  claude.user('u4', 'gone', 'elsewhere'),
]

testLines(lines, (home) => join(home, '.claude/projects/-w/6f1c2a34-0000-4000-8000-000000000001.jsonl'))
