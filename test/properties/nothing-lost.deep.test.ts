import { expect, test } from 'vitest'
import { kits } from '../../src/testing.ts'
import { offset } from '../seeds.ts'
import { lostAt } from './lost-at.ts'

/** `SESSION_RECOVERY_BUDGET_S` says for how long; ten seconds where it says nothing. */
const budgetMs = Number(process.env['SESSION_RECOVERY_BUDGET_S'] ?? 10) * 1000
const formats = Object.values(kits).map(({ format }) => format)

test(
  `I4: random messages of all formats lose a saying within ${budgetMs / 1000} s`,
  { timeout: budgetMs + 60_000 },
  () => {
    const end = performance.now() + budgetMs
    let seed = offset + 1_000_000
    do {
      const findings = formats.map((format) => lostAt(format, seed).finding)
      expect(findings.filter((finding) => finding !== undefined)).toEqual([])
      seed += 1
    } while (performance.now() < end)
    console.log(
      `${(seed - offset - 1_000_000) * formats.length} conversations, no finding; next SESSION_RECOVERY_SEED=${seed - 1_000_000}`,
    )
  },
)
