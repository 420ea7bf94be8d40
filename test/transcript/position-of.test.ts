import { expect, test } from 'vitest'
import { findFormat } from '../../src/formats/index.ts'
import { readTranscript } from '../../src/lint/read-transcript.ts'
import { positionOf } from '../../src/transcript/position-of.ts'

test('a place names a block that is no member of a list by an index, or a message by a field', () => {
  const format = findFormat('anthropic-messages')
  const said = [
    { role: 'user', content: 'Read.' },
    { role: 'assistant', content: [{ type: 'text', text: 'Yes.' }] },
  ]
  const transcript = readTranscript(said, format, format.rules({}))
  const [first, second] = transcript.messages
  const block = second!.blocks[0]!
  expect(positionOf(first!, transcript)).toEqual({ messageIndex: 0 })
  expect(positionOf(first!.blocks[0]!, transcript)).toEqual({ messageIndex: 0, field: 'content' })
  expect(positionOf(block, transcript)).toEqual({ messageIndex: 1, field: 'content', blockIndex: 0 })
  expect(positionOf({ ...block, field: '' }, transcript)).toEqual({ messageIndex: 1 })
})
