import { describe } from 'vitest'
import { simulationCases } from './simulation-cases.ts'

describe('a supervisor', () => {
  simulationCases(1_000)
})
