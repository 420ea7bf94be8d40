import { aiSdkKit, uiMessagesKit } from '../../../src/testing.ts'
import { testRecord } from '../test-record.ts'

testRecord(aiSdkKit)
testRecord(uiMessagesKit, 'recorded-ui')
