import { anthropicMessagesKit } from '../../../src/testing.ts'
import { anthropicRounds } from '../screen/provider-rounds.ts'
import { testScreen } from '../screen/test-screen.ts'
import { testRecord } from '../test-record.ts'
import { testSurface } from '../test-surface.ts'

testRecord(anthropicMessagesKit)
testSurface(anthropicMessagesKit)
testScreen(anthropicMessagesKit.format, anthropicRounds)
