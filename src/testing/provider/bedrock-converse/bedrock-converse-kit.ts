import type { Kit } from '../shared/kit.ts'
import { converseCorruptions } from './corruptions/index.ts'
import { createConverseEmulator } from './create-converse-emulator.ts'
import { generateConverseTranscript } from './generate-converse-transcript.ts'
import { judgeConverseRequest } from './judge-converse-request.ts'
import type { ConverseTranscript } from './transcript.ts'

/** Bedrock's Converse, for tests that go over all formats. */
export const bedrockConverseKit: Kit<'bedrock-converse', ConverseTranscript> = {
  format: 'bedrock-converse',
  list: 'messages',
  generate: generateConverseTranscript,
  corruptions: converseCorruptions,
  judge({ messages, request }) {
    const judgement = judgeConverseRequest({ ...request, messages }, request.modelId)
    return 'body' in judgement ? { ...judgement, wording: judgement.body.message } : null
  },
  emulator: createConverseEmulator,
}
