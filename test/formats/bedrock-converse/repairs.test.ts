import {
  corruptConverseTranscript,
  converseCorruptions,
  generateConverseTranscript,
  judgeConverseRequest,
} from '../../../src/testing.ts'
import { describeRepairs } from '../describe-repairs.ts'

describeRepairs({
  format: 'bedrock-converse',
  corruptions: converseCorruptions,
  generate: generateConverseTranscript,
  corrupt: corruptConverseTranscript,
  messagesOf: ({ messages }) => messages,
  requestOf: ({ request }) => request,
  answer: ({ request }, messages, changed) => {
    const judgement = judgeConverseRequest({ ...request, ...changed, messages }, request.modelId)
    return 'body' in judgement ? judgement.body.message : '200'
  },
  thrown: (message) =>
    Object.assign(new Error(message), { name: 'ValidationException', $metadata: { httpStatusCode: 400 } }),
})
