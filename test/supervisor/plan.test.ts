import { describe, expect, it } from 'vitest'
import { classifyExit, classifyFailure, isOrderlyExit } from '../../src/supervisor/classify-failure.ts'
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
  [
    ' ',
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

  it.each<readonly [FailureClass, string]>([
    ['network', 'ECONNREFUSED ECONNRESET ECONNABORTED EHOSTUNREACH ENETUNREACH ENETDOWN ENOTFOUND EAI_AGAIN EPIPE'],
    ['timeout', 'ETIMEDOUT ABORT_ERR 408 504'],
    ['auth', 'EACCES EPERM 401 403'],
    ['oom', 'ENOMEM ERR_WORKER_OUT_OF_MEMORY'],
    ['resource', 'ENOSPC EMFILE ENFILE EAGAIN'],
    ['unknown', 'ENONE 200 418 constructor'],
  ])('is not %s by each of the codes %s', (expected, codes) => {
    const errorsOf = (code: string): readonly object[] => [
      { code },
      { cause: { errno: code } },
      ...(/^\d+$/.test(code) ? [{ status: Number(code) }, { statusCode: Number(code) }] : []),
    ]
    const found = codes
      .split(' ')
      .flatMap((code) => errorsOf(code).map((error) => `${code} ${classifyFailure({ error })}`))
    expect(found).toEqual(codes.split(' ').flatMap((code) => errorsOf(code).map(() => `${code} ${expected}`)))
  })

  it.each<readonly [FailureClass, readonly string[]]>([
    [
      'network',
      ['network', 'networks', 'connection lost', 'disconnected', 'unreachable', 'DNS', 'EHOSTUNREACH', 'ENETUNREACH'],
    ],
    ['timeout', ['timeout', 'timeouts', 'timed out', 'timed-out', 'time out', 'ETIMEDOUT', 'no response']],
    ['unresponsive', ['unresponsive', 'not responding', 'it hangs', 'hung']],
    ['prompt', ['timed out at the prompt', 'an interactive program hangs', 'prompts: no response']],
    ['oom', ['memory', 'OOM', 'ENOMEM']],
    ['resource', ['resource', 'resources', 'ENOSPC', 'EMFILE', 'no space left', 'disk full', 'quota']],
    [
      'auth',
      [
        'permission',
        'permissions',
        'auth',
        'authentication',
        'authenticate',
        'authenticated',
        'authorization',
        'authorisation',
        'unauthorized',
        'unauthorised',
        'unauthenticated',
        'forbidden',
        'credential',
        'credentials',
        'EACCES',
        'EPERM',
      ],
    ],
    ['unknown', ['prompt', 'interactive', 'hanging', 'timeless', 'diskfull']],
  ])('is not %s by each of the words %j', (expected, texts) => {
    const found = texts.map((text) => [
      text,
      classifyFailure({ text }),
      classifyFailure({ class: 'unknown', error: text }),
      classifyFailure({ error: new Error(text), text: 'forbidden' }),
    ])
    const byText = expected === 'unknown' ? 'auth' : expected
    expect(found).toEqual(texts.map((text) => [text, expected, expected, byText]))
  })

  const errorAt = (depth: number): object => (depth === 0 ? { code: 'EPIPE' } : { cause: errorAt(depth - 1) })

  it('is looked for deeper than eight causes, or less deep', () => {
    expect(classifyFailure({ error: errorAt(7) })).toBe('network')
    expect(classifyFailure({ error: errorAt(8) })).toBe('unknown')
    for (const error of [undefined, null, '', 7, {}]) expect(classifyFailure({ error })).toBe('unknown')
  })
})

describe('the end of a program', () => {
  const refusal = 'messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1.'
  it.each<readonly [number | string | null, boolean, FailureClass]>([
    [0, true, 'exit'],
    [1, false, 'exit'],
    [129, true, 'exit'],
    [130, true, 'exit'],
    [143, true, 'exit'],
    [134, false, 'oom'],
    [137, false, 'signal'],
    [255, false, 'exit'],
    [null, false, 'exit'],
    ['SIGHUP', true, 'signal'],
    ['SIGINT', true, 'signal'],
    ['SIGTERM', true, 'signal'],
    ['SIGPIPE', true, 'signal'],
    ['SIGKILL', false, 'signal'],
    ['SIGSEGV', false, 'signal'],
  ])('by %s is in order or not, and of a class, otherwise than %s and %s', (by, orderly, expected) => {
    const exit = typeof by === 'string' ? { code: null, signal: by } : { code: by, signal: null }
    expect([isOrderlyExit(exit), classifyExit(exit, 'bye')]).toEqual([orderly, expected])
    expect(classifyExit(exit, refusal)).toBe('structural')
    expect(classifyExit({ ...exit, connectionLost: true }, refusal)).toBe('network')
    for (const told of ['FATAL: JavaScript heap out of memory', 'fork: Cannot allocate memory', 'MemoryError: x'])
      expect(classifyExit(exit, `${refusal}\n${told}`)).toBe('oom')
    expect(classifyExit(exit, 'MemoryErrors')).toBe(expected)
  })
})

it('a class that there is not has no ladder, and the error names none that there is', () => {
  const given = { class: 'oops' as FailureClass }
  expect(() => makePlan(given, facts('local'))).toThrow(
    /^There is no class of failures "oops"\. Classes: exit, signal, .*unknown\.$/,
  )
  for (const named of [undefined, ...failureClasses]) expect(makePlan({ class: named! }, facts('local'))).toBeDefined()
})
