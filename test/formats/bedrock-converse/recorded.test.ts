import { bedrockConverseKit } from '../../../src/testing.ts'
import { converseRounds } from '../screen/provider-rounds.ts'
import { testScreen } from '../screen/test-screen.ts'
import { testRecord } from '../test-record.ts'
import { testSurface } from '../test-surface.ts'

testRecord(bedrockConverseKit)
testSurface(bedrockConverseKit)
testScreen(bedrockConverseKit.format, converseRounds)
