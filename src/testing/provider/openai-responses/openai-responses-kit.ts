import type { Kit } from '../shared/kit.ts'
import { responsesCorruptions } from './corruptions/index.ts'
import { createResponsesEmulator } from './create-responses-emulator.ts'
import { generateResponsesTranscript } from './generate-responses-transcript.ts'
import { judgeResponsesRequest } from './judge-responses-request.ts'
import { responsesBody, type ResponsesTranscript } from './transcript.ts'

/** The Responses API, for tests that go over all formats. */
export const openaiResponsesKit: Kit<'openai-responses', ResponsesTranscript> = {
  format: 'openai-responses',
  list: 'input',
  generate: generateResponsesTranscript,
  corruptions: responsesCorruptions,
  judge(transcript) {
    const judgement = judgeResponsesRequest(responsesBody(transcript), { held: transcript.held })
    return 'body' in judgement ? { ...judgement, wording: judgement.body.error.message } : null
  },
  emulator: createResponsesEmulator,
}
