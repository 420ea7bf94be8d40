import { describe } from 'vitest'
import { killCases } from './kill-cases.ts'

describe('a process of this machine', () => {
  killCases(200)
})
