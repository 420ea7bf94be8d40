import { describe } from 'vitest'
import { scale } from '../seeds.ts'
import { supervisorKillCases } from './supervisor-kill-cases.ts'

describe('a supervisor', () => {
  supervisorKillCases(Math.ceil(200 * scale))
})
