import {
  corruptGeminiTranscript,
  geminiCorruptions,
  generateGeminiTranscript,
  judgeGeminiRequest,
} from '../../../src/testing.ts'
import { describeRepairs } from '../describe-repairs.ts'

describeRepairs({
  format: 'gemini',
  corruptions: geminiCorruptions,
  generate: generateGeminiTranscript,
  corrupt: corruptGeminiTranscript,
  messagesOf: ({ contents }) => contents,
  requestOf: ({ model, request }) => ({ ...request, model }),
  answer: ({ model, request }, contents, changed) => {
    const judgement = judgeGeminiRequest({ ...request, ...changed, contents }, model)
    return 'body' in judgement ? judgement.body.error.message : '200'
  },
  thrown: (message) => new Error(JSON.stringify({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } })),
  // Without ids nobody can tell the result of a call that is gone from a second result of its namesake.
  isMeant: (found, faultType) => faultType === 'tool_result_orphan' && found === 'tool_result_duplicate',
})
