import { anthropicMessagesKit } from '../../../src/testing.ts'
import { testRecord } from '../test-record.ts'

testRecord(anthropicMessagesKit)
