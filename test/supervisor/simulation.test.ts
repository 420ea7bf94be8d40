import { describe } from 'vitest'
import { scale } from '../seeds.ts'
import { simulationCases } from './simulation-cases.ts'

describe('a supervisor', () => {
  simulationCases(12 * scale)
})
