import { aiSdkKit, uiMessagesKit } from '../../../src/testing.ts'
import { modelMessageRounds, uiMessageRounds } from '../screen/framework-rounds.ts'
import { testScreen } from '../screen/test-screen.ts'
import { testRecord } from '../test-record.ts'
import { testSurface } from '../test-surface.ts'

testRecord(aiSdkKit)
testRecord(uiMessagesKit, 'recorded-ui')
testSurface(aiSdkKit)
testSurface(uiMessagesKit, '-ui')
testScreen(aiSdkKit.format, modelMessageRounds)
testScreen(uiMessagesKit.format, uiMessageRounds, '-ui')
