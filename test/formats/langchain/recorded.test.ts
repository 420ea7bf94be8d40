import { langchainKit } from '../../../src/testing.ts'
import { testRecord } from '../test-record.ts'
import { testSurface } from '../test-surface.ts'

testRecord(langchainKit)
testSurface(langchainKit)
