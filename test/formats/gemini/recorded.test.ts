import { geminiKit } from '../../../src/testing.ts'
import { testRecord } from '../test-record.ts'
import { testSurface } from '../test-surface.ts'

testRecord(geminiKit)
testSurface(geminiKit)
