import { describe } from 'vitest'
import { crashLoopCases } from './crash-loop-cases.ts'

describe('a crash loop', () => {
  crashLoopCases(0.25)
})
