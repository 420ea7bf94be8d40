import { expect, test } from 'vitest'
import { sendUntilAccepted, type Sender } from '../../src/recovery/calls/send-until-accepted.ts'

type Outcome = { readonly sent: string; readonly error?: unknown } | { readonly thrown: unknown }

const structural = (id: string): Error =>
  Object.assign(
    new Error(`400 messages.1: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${id}`),
    {
      status: 400,
    },
  )
const unexplained = Object.assign(new Error('400 Invalid request.'), { status: 400 })
const limited = Object.assign(new Error('429 Too many requests.'), { status: 429 })
const aborted = Object.assign(new Error('Stopped.'), { name: 'AbortError' })
/** A person has stopped the call while its refusal was read. */
const stopped = Object.assign(structural('a'), { name: 'AbortError' })
const [first, second] = [structural('a'), structural('b')]
const answer = { sent: 'answer' }
const refused = (error: unknown, sent = 'refusal'): Outcome => ({ sent, error })

/** Plays a provider's answers, and whether the call was repaired after each refusal; tells what was asked of the call. */
async function play(
  outcomes: readonly Outcome[],
  repaired: readonly (boolean | 'left')[],
): Promise<[result: unknown, log: string[]]> {
  const log: string[] = []
  const left = { outcomes: [...outcomes], repaired: [...repaired] }
  const name = (error: unknown): string => (error as Error).message.slice(0, 3)
  let hasLeft = false
  const call = {
    leaving: async () => void log.push('leaving'),
    async refused(error: unknown) {
      log.push(`refused ${name(error)}`)
      const isRepaired = left.repaired.shift() ?? false
      hasLeft ||= isRepaired === 'left'
      return isRepaired === true
    },
    isTaught: false,
    isGivenUp: () => hasLeft,
    failed: (error: unknown) => void log.push(`failed ${name(error)}`),
    ended: async (isAccepted: boolean) => void log.push(`ended ${isAccepted}`),
  }
  const sender: Sender<Extract<Outcome, { sent: string }>> = {
    async send() {
      const outcome = left.outcomes.shift()!
      log.push('send')
      if ('thrown' in outcome) throw outcome.thrown
      return outcome
    },
    errorOf: async ({ error }) => error ?? null,
    discard: async ({ sent }) => void log.push(`discard ${sent}`),
  }
  const result = await sendUntilAccepted(call, sender).catch((error: unknown) => ({ threw: error }))
  expect(left.outcomes).toEqual([])
  return [result, log.slice(1)]
}

const rows: readonly [string, Outcome[], (boolean | 'left')[], result: unknown, log: string[]][] = [
  ['an answer', [answer], [], { sent: answer, accepted: true }, ['send', 'ended true']],
  [
    'an answer after one repair',
    [refused(first), answer],
    [true],
    { sent: answer, accepted: true },
    ['send', 'refused 400', 'send', 'ended true', 'discard refusal'],
  ],
  [
    'an answer after two repairs',
    [refused(first, 'one'), refused(second, 'two'), answer],
    [true, true],
    { sent: answer, accepted: true },
    ['send', 'refused 400', 'send', 'refused 400', 'send', 'ended true', 'discard one', 'discard two'],
  ],
  [
    'a refusal that nothing repairs',
    [refused(first, 'one')],
    [false],
    { sent: refused(first, 'one'), accepted: false },
    ['send', 'refused 400', 'ended false'],
  ],
  [
    'a second refusal that nothing repairs: the first one (I10)',
    [refused(first, 'one'), refused(second, 'two')],
    [true, false],
    { sent: refused(first, 'one'), accepted: false },
    ['send', 'refused 400', 'send', 'refused 400', 'ended false', 'discard two'],
  ],
  ['a refusal that is thrown', [{ thrown: first }], [false], { threw: first }, ['send', 'refused 400', 'ended false']],
  [
    'a refusal that is thrown and repaired',
    [{ thrown: first }, answer],
    [true],
    { sent: answer, accepted: true },
    ['send', 'refused 400', 'send', 'ended true'],
  ],
  ['a rate limit', [{ thrown: limited }], [], { threw: limited }, ['send', 'ended false']],
  [
    'a rate limit of the repeat, which is not the old refusal',
    [refused(first), { thrown: limited }],
    [true],
    { threw: limited },
    ['send', 'refused 400', 'send', 'failed 429', 'ended false', 'discard refusal'],
  ],
  ['a person who stops', [{ thrown: aborted }], [], { threw: aborted }, ['send', 'ended false']],
  [
    'a person who stops while a refusal is repaired',
    [refused(first), { thrown: aborted }],
    ['left'],
    { threw: aborted },
    ['send', 'refused 400', 'send', 'failed Sto', 'ended false', 'discard refusal'],
  ],
  [
    'a person who stops and is not heard by the client',
    [refused(first, 'one'), refused(first, 'two')],
    ['left', 'left'],
    { sent: refused(first, 'one'), accepted: false },
    ['send', 'refused 400', 'send', 'refused 400', 'ended false', 'discard two'],
  ],
  ['a person who stops at a refusal', [{ thrown: stopped }], [], { threw: stopped }, ['send', 'ended false']],
  [
    'a refusal that nothing explains, once',
    [refused(unexplained), answer],
    [true],
    { sent: answer, accepted: true },
    ['send', 'refused 400', 'send', 'ended true', 'discard refusal'],
  ],
  [
    'a refusal that nothing explains, after a repair',
    [refused(first, 'one'), refused(unexplained, 'two')],
    [true],
    { sent: refused(unexplained, 'two'), accepted: false },
    ['send', 'refused 400', 'send', 'failed 400', 'ended false', 'discard one'],
  ],
]

test.each(rows)('%s does not reach the caller, or something else does', async (_, outcomes, repaired, result, log) => {
  expect(await play(outcomes, repaired)).toEqual([result, log])
})
test('there are no answers', () => expect(rows).toHaveLength(15))
