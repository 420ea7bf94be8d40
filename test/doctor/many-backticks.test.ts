import { expect, test } from 'vitest'
import { renderTurns } from '../../src/doctor/extract/render-conversation.ts'
import { createRedactor } from '../../src/doctor/redact/redact.ts'
import { findFormat } from '../../src/formats/index.ts'
import { readTranscript } from '../../src/lint/read-transcript.ts'

test.each([
  ['no fence', 'a', '```'],
  ['a longer fence', '````', '`````'],
  ['more fences than arguments fit into a call', '` '.repeat(200_000), '```'],
])('a result with %s ends its own fence, or is not shown', (_what, content, fence) => {
  const messages = [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content }] }]
  const format = findFormat('anthropic-messages')
  const transcript = readTranscript(messages, format, format.rules({}))
  const [turn] = renderTurns(transcript, { thinking: false, maxChars: 0, redactor: createRedactor(false) })
  expect(turn).toContain(`\n${fence}\n${content}\n${fence}\n`)
})
