import { expect, test } from 'vitest'
import { planEdits } from '../../../src/doctor/repair/plan-edits.ts'
import { assistant, call, resultLine, store, text, thinking, user } from './transcript.ts'

/** Three turns; each has two parallel results, on lines of their own, which the program joins before it sends them. */
function lines(): Record<string, unknown>[] {
  return [0, 1, 2].flatMap((turn) => [
    user(`u${turn}`, turn === 0 ? null : `c${turn - 1}`, `prompt ${turn}`),
    assistant(`t${turn}`, `u${turn}`, `msg_a${turn}`, thinking(`thought ${turn}`), 0),
    assistant(`a${turn}`, `t${turn}`, `msg_a${turn}`, call(`toolu_${turn}a`), 1),
    assistant(`b${turn}`, `a${turn}`, `msg_a${turn}`, call(`toolu_${turn}b`), 2),
    resultLine(`r${turn}`, `b${turn}`, `toolu_${turn}a`),
    resultLine(`s${turn}`, `r${turn}`, `toolu_${turn}b`),
    assistant(`c${turn}`, `s${turn}`, `msg_c${turn}`, text(`answer ${turn}`), 0),
  ])
}

for (const turn of [0, 1, 2])
  test(`an error that names the thinking of turn ${turn} by its index in the request costs the thinking of others`, async () => {
    const { session } = await store(lines())
    const error = `messages.${turn * 4 + 1}.content.0: Invalid \`signature\` in \`thinking\` block`
    const { edits, messages } = planEdits(session, { allow: 'synthesised', error })
    expect(edits).toHaveLength(1)
    const json = JSON.stringify(messages)
    const left = [0, 1, 2]
      .map((each) => `thought ${each}`)
      .filter((thought) => json.includes(`"thinking":"${thought}"`))
    expect(left).toEqual([0, 1, 2].filter((each) => each !== turn).map((each) => `thought ${each}`))
  })
