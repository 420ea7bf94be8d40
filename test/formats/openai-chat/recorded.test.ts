import { openaiChatKit } from '../../../src/testing.ts'
import { chatRounds } from '../screen/openai-rounds.ts'
import { testScreen } from '../screen/test-screen.ts'
import { testRecord } from '../test-record.ts'
import { testSurface } from '../test-surface.ts'

testRecord(openaiChatKit)
testSurface(openaiChatKit)
testScreen(openaiChatKit.format, chatRounds)
