import { openaiResponsesKit } from '../../../src/testing.ts'
import { responsesRounds } from '../screen/openai-rounds.ts'
import { testScreen } from '../screen/test-screen.ts'
import { testRecord } from '../test-record.ts'
import { testSurface } from '../test-surface.ts'

testRecord(openaiResponsesKit)
testSurface(openaiResponsesKit)
testScreen(openaiResponsesKit.format, responsesRounds)
