import type { Kit } from '../shared/kit.ts'
import { geminiCorruptions } from './gemini-corruptions.ts'
import { createGeminiEmulator } from './create-gemini-emulator.ts'
import { generateGeminiTranscript } from './generate-gemini-transcript.ts'
import { judgeGeminiRequest } from './judge-gemini-request.ts'
import { geminiBody, type GeminiTranscript } from './transcript.ts'

/** The Gemini API, for tests that go over all formats. */
export const geminiKit: Kit<'gemini', GeminiTranscript> = {
  format: 'gemini',
  list: 'contents',
  generate: generateGeminiTranscript,
  corruptions: geminiCorruptions,
  judge(transcript) {
    const judgement = judgeGeminiRequest(geminiBody(transcript), transcript.model)
    return 'body' in judgement ? { ...judgement, wording: judgement.body.error.message } : null
  },
  emulator: createGeminiEmulator,
}
