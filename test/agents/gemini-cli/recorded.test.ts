import * as gemini from '../subjects/gemini-subject.ts'
import type { Line } from '../subjects/store-lines.ts'
import { testLines } from '../test-lines.ts'

const lines: readonly Line[] = [
  { ...gemini.header, messages: [gemini.said('s0', 'an earlier one')] },
  { $set: { messages: [gemini.said('s1', [{ text: '<session_context>\nx' }]), gemini.said('s2', 'kept')] } },
  gemini.said('u1', [{ text: 'the secret' }, { inlineData: { mimeType: 'image/png', data: 'AAAA' } }]),
  gemini.spoken('m1', 'Look.'),
  gemini.spoken('m1', [{ text: 'Hm.', thought: true }, 'Look.'], { toolCalls: [gemini.toolCall('c1')] }),
  gemini.spoken('m2', 'Look.', {
    toolCalls: [
      gemini.toolCall('c2', { result: [gemini.response('c2')] }),
      gemini.toolCall('c3', { status: 'executing' }),
      gemini.toolCall('c4', { result: 'a.txt' }),
    ],
  }),
  gemini.said('u2', [gemini.response('c2')]),
  gemini.said('u3', '/quit'),
  gemini.said('i1', 'A hint.', { type: 'info' }),
  gemini.spoken('m3', [{ functionCall: { id: 'c5', name: 'ls', args: {} }, thoughtSignature: 'QQ==' }]),
  gemini.said('u4', [gemini.response('c5')]),
  gemini.said('x1', 'taken back'),
  { $rewindTo: 'x1' },
  gemini.said('e1', '400 Please ensure that function call turn comes immediately after a user turn', {
    type: 'error',
  }),
]

testLines(lines, gemini.geminiPath)
