import { langchainKit } from '../../../src/testing.ts'
import { langchainRounds } from '../screen/framework-rounds.ts'
import { testScreen } from '../screen/test-screen.ts'
import { testRecord } from '../test-record.ts'
import { testSurface } from '../test-surface.ts'

testRecord(langchainKit)
testSurface(langchainKit)
testScreen(langchainKit.format, langchainRounds)
