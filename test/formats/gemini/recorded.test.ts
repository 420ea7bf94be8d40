import { geminiKit } from '../../../src/testing.ts'
import { geminiRounds } from '../screen/provider-rounds.ts'
import { testScreen } from '../screen/test-screen.ts'
import { testRecord } from '../test-record.ts'
import { testSurface } from '../test-surface.ts'

testRecord(geminiKit)
testSurface(geminiKit)
testScreen(geminiKit.format, geminiRounds)
