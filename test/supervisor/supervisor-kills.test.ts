import { describe } from 'vitest'
import { supervisorKillCases } from './supervisor-kill-cases.ts'

describe('a supervisor', () => {
  supervisorKillCases(2)
})
