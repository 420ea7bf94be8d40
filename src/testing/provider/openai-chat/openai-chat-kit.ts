import type { Kit } from '../shared/kit.ts'
import { openAIChatCorruptions } from './corruptions/index.ts'
import { createOpenAIChatEmulator } from './create-openai-chat-emulator.ts'
import { generateOpenAIChatTranscript } from './generate-openai-chat-transcript.ts'
import { judgeOpenAIChatRequest } from './judge-openai-chat-request.ts'
import { chatRequestBody, type ChatTranscript } from './transcript.ts'

/** Chat Completions, for tests that go over all formats. */
export const openaiChatKit: Kit<'openai-chat', ChatTranscript> = {
  format: 'openai-chat',
  list: 'messages',
  generate: generateOpenAIChatTranscript,
  corruptions: openAIChatCorruptions,
  judge(transcript) {
    const judgement = judgeOpenAIChatRequest(chatRequestBody(transcript), transcript.vendor)
    return 'body' in judgement ? judgement : null
  },
  emulator: createOpenAIChatEmulator,
}
