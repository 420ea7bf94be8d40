import type { Kit } from '../shared/kit.ts'
import { anthropicCorruptions } from './corruptions/index.ts'
import { createAnthropicEmulator } from './create-anthropic-emulator.ts'
import { generateAnthropicTranscript } from './generate-anthropic-transcript.ts'
import { judgeAnthropicRequest } from './judge-anthropic-request.ts'
import { type AnthropicTranscript, requestBody, requestHeaders } from './transcript.ts'

/** The Messages API, for tests that go over all formats. */
export const anthropicMessagesKit: Kit<'anthropic-messages', AnthropicTranscript> = {
  format: 'anthropic-messages',
  list: 'messages',
  generate: generateAnthropicTranscript,
  corruptions: anthropicCorruptions,
  judge(transcript) {
    const judgement = judgeAnthropicRequest(requestBody(transcript), requestHeaders(transcript))
    return 'body' in judgement ? { ...judgement, wording: judgement.body.error.message } : null
  },
  emulator: createAnthropicEmulator,
}
