import type { FormatName } from '../../src/formats/format-name.ts'
import { repair } from '../../src/repair/repair.ts'
import { randomConversation } from './random-messages.ts'

/** What became of one random conversation; `finding` tells what is wrong, and how to make it again. */
export interface Outcome {
  readonly repaired: boolean
  readonly finding?: string
}

const grades = ['none', 'synthesised', 'lossy'] as const

/** Repairs one random conversation and looks for what people and tools said in it (I4); a throw is a finding, too. */
export function lostAt(format: FormatName, seed: number): Outcome {
  const { messages, request, said } = randomConversation(format, seed)
  const place = `${format}, seed ${seed}`
  const before = JSON.stringify(messages)
  try {
    for (const allow of grades) {
      const result = repair(messages, { format, request, allow })
      const left = JSON.stringify([result.messages, result.request])
      const gone = result.loss === 'lossy' ? [] : said.filter((saying) => !left.includes(saying))
      if (gone.length > 0) return { repaired: true, finding: `${place}: lost with ${result.loss}: ${gone.join(' ')}` }
      if (JSON.stringify(messages) !== before) return { repaired: true, finding: `${place}: the input was changed` }
      if (allow === 'lossy') return { repaired: result.changed }
    }
  } catch (cause) {
    return { repaired: false, finding: `${place}: threw ${cause instanceof Error ? cause.message : cause}` }
  }
  return { repaired: false }
}
