import { expect, test } from 'vitest'
import { planEdits } from '../../../src/doctor/repair/plan-edits.ts'
import { assistant, call, resultLine, store, text, user, type Line } from './transcript.ts'

/** Three turns, a second apart line by line; the result of one has gone, and the answer hangs on the call. */
function linesWithout(lost: number): Line[] {
  const at = (seconds: number): Line => ({ timestamp: new Date(Date.UTC(2026, 10, 21, 8, 0, seconds)).toISOString() })
  return [0, 1, 2].flatMap((turn) => {
    const result = resultLine(`r${turn}`, `a${turn}`, `toolu_${turn}`)
    const isLost = turn === lost
    return [
      user(`u${turn}`, turn === 0 ? null : `c${turn - 1}`, `prompt ${turn}`, at(turn * 10)),
      assistant(`a${turn}`, `u${turn}`, `msg_a${turn}`, call(`toolu_${turn}`), 0, at(turn * 10 + 1)),
      ...(isLost ? [] : [{ ...result, ...at(turn * 10 + 2) }]),
      assistant(
        `c${turn}`,
        isLost ? `a${turn}` : `r${turn}`,
        `msg_c${turn}`,
        text(`answer ${turn}`),
        0,
        at(turn * 10 + 3),
      ),
    ]
  })
}

test.each([0, 1, 2])(
  'the placeholder of the result that turn %i has lost is as new as the answer behind it, and the program goes on from there',
  async (lost) => {
    const { session } = await store(linesWithout(lost))
    const { edits } = planEdits(session, { allow: 'synthesised' })
    const chunks: Buffer[] = []
    await session.plan(edits).writeTo!(async (bytes) => void chunks.push(Buffer.from(bytes)))
    const lines = Buffer.concat(chunks)
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
    const times = lines.filter(({ timestamp }) => timestamp !== undefined).map(({ timestamp }) => String(timestamp))
    expect(lines).toHaveLength(12)
    expect(times).toEqual([...new Set(times)].toSorted())
  },
)
