import { anthropicMessagesKit } from '../../../src/testing.ts'
import { testRecord } from '../test-record.ts'
import { testSurface } from '../test-surface.ts'

testRecord(anthropicMessagesKit)
testSurface(anthropicMessagesKit)
