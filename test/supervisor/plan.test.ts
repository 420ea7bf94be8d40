import { describe, expect, it } from 'vitest'
import { classifyFailure } from '../../src/supervisor/classify-failure.ts'
import { failureClasses, type FailureClass } from '../../src/supervisor/failure.ts'
import { makePlan, type PlanFacts } from '../../src/supervisor/make-plan.ts'

const facts = (place: PlanFacts['place']): PlanFacts => ({ sessionID: 's', place, smart: true, now: 0 })

const planOf = (text: string | null, place: PlanFacts['place']): unknown => {
  const { strategies, priority, estimatedMs } = makePlan(text, facts(place))
  return [strategies.join(' '), priority, estimatedMs]
}

const promptLadder = 'prompt-interrupt prompt-reset session-refresh restart fallback'

/** Reason, class, and strategies, priority and estimate of a local and a remote session. */
const rows: readonly [string | null, FailureClass, readonly unknown[], readonly unknown[]][] = [
  [
    'network down',
    'network',
    ['restart restore fallback', 'high', 15_000],
    ['reconnect restart migrate fallback', 'high', 45_000],
  ],
  ['prompt timeout', 'prompt', [promptLadder, 'high', 15_000], [promptLadder, 'high', 15_000]],
  [
    'unresponsive for a minute',
    'unresponsive',
    ['restart restore replicate fallback', 'high', 20_000],
    ['restart restore replicate fallback', 'high', 20_000],
  ],
  [
    'out of memory',
    'oom',
    ['migrate restart fallback', 'medium', 60_000],
    ['migrate restart fallback', 'medium', 60_000],
  ],
  [
    'permission denied',
    'auth',
    ['reconnect restore fallback', 'low', 30_000],
    ['reconnect restore fallback', 'low', 30_000],
  ],
  [
    'something else',
    'unknown',
    ['restart restore replicate fallback', 'medium', 30_000],
    ['reconnect restart restore fallback', 'medium', 30_000],
  ],
  [
    null,
    'unknown',
    ['restart restore fallback', 'medium', 30_000],
    ['reconnect restart restore fallback', 'medium', 30_000],
  ],
]

describe('the plan of a recovery', () => {
  it.each(rows)('for %j has another class, ladder, priority or estimate', (text, expected, local, remote) => {
    expect(makePlan(text, facts('local')).class).toBe(expected)
    expect(planOf(text, 'local')).toEqual(local)
    expect(planOf(text, 'remote')).toEqual(remote)
  })

  it('follows the reason although the host wants the same ladder always', () => {
    const plan = makePlan('network down', { ...facts('remote'), smart: false })
    expect([plan.strategies.join(' '), plan.estimatedMs]).toEqual(['reconnect restart restore fallback', 30_000])
  })

  it('has no ladder for a class, or one that ends without the archive', () => {
    for (const type of failureClasses)
      expect(makePlan({ class: type }, facts('local')).strategies.at(-1)).toBe('fallback')
  })

  it('does not say what a person at the prompt would have to know', () => {
    const plan = makePlan('prompt timeout', {
      ...facts('local'),
      now: 90_000,
      interactive: {
        isInteractive: true,
        pendingCommands: [{ command: 'make', idempotent: false }],
        sessionUnresponsive: true,
        timeoutCount: 1,
        lastPrompt: '$',
        lastSuccessAt: new Date(30_000),
      },
    })
    expect(plan.interactive).toEqual({
      promptTimeoutMs: 10_000,
      commandInProgress: 'make',
      lastKnownPrompt: '$',
      unresponsiveMs: 60_000,
    })
    expect(plan.requiredResources).toEqual(['cpu', 'local-process', 'memory'])
  })
})

describe('the class of a failure', () => {
  it.each([
    ['author field missing', 'unknown'],
    ['the authors met', 'unknown'],
    ['networker conference', 'unknown'],
    ['promptly answered', 'unknown'],
    ['immemorial', 'unknown'],
    ['resourceful', 'unknown'],
    ['authentication failed', 'auth'],
    ['Unauthorized', 'auth'],
    ['connect ECONNREFUSED 127.0.0.1:80', 'network'],
    ['Connection reset by peer', 'network'],
    ['request timed out', 'timeout'],
    ['interactive program does not answer: timeout', 'prompt'],
    ['messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1.', 'structural'],
  ])('of the text %j is taken from a part of a word, or not at all', (text, expected) => {
    expect(classifyFailure({ text })).toBe(expected)
  })

  it('is taken from the text although it was named', () => {
    expect(classifyFailure({ class: 'oom', text: 'network down' })).toBe('oom')
  })

  it('is taken from the text although the error has a code, however deep', () => {
    const error = new Error('it did not work', { cause: Object.assign(new Error('x'), { code: 'ECONNRESET' }) })
    expect(classifyFailure({ text: 'permission denied', error })).toBe('network')
    expect(classifyFailure({ error: { status: 403 } })).toBe('auth')
  })

  it('does not survive an error that is its own cause', () => {
    const error = new Error('round')
    error.cause = error
    expect(classifyFailure({ error })).toBe('unknown')
  })
})
