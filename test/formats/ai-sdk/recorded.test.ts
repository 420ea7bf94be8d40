import { aiSdkKit, uiMessagesKit } from '../../../src/testing.ts'
import { testRecord } from '../test-record.ts'
import { testSurface } from '../test-surface.ts'

testRecord(aiSdkKit)
testRecord(uiMessagesKit, 'recorded-ui')
testSurface(aiSdkKit)
testSurface(uiMessagesKit, '-ui')
