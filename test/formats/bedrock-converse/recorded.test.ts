import { bedrockConverseKit } from '../../../src/testing.ts'
import { testRecord } from '../test-record.ts'
import { testSurface } from '../test-surface.ts'

testRecord(bedrockConverseKit)
testSurface(bedrockConverseKit)
