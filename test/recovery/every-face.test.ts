import { beforeEach, describe, expect, test } from 'vitest'
import { createMemoryStore, type RecoveryReport, type SessionStore } from '../../src/index.ts'
import { type Answer, faces, type Provider, type Said } from './faces.ts'

let store: SessionStore
let reports: RecoveryReport[]
let sent: string[]

beforeEach(() => {
  store = createMemoryStore()
  reports = []
  sent = []
})

const onRepair = (report: RecoveryReport): void => void reports.push(report)
const outcomes = (): string[] => reports.map(({ outcome }) => outcome)

/** Answers in turn; the last one for ever. */
function provider(...answers: [Answer, ...Answer[]]): Provider {
  return (request) => {
    sent.push(request)
    return answers[Math.min(sent.length, answers.length) - 1]!
  }
}

const ok: Answer = { text: 'Fine.' }
const refusal: Answer = { status: 400, message: 'messages.1.content.0: Invalid `signature` in `thinking` block' }
const healthy: Said[] = [{ user: 'Hi' }]
/** What only the provider can tell: a signature that it has not made. */
const foreign: Said[] = [{ user: 'Think.' }, { assistant: 'I did.', signature: 'bm90IG91cnM=' }, { user: 'Go on.' }]

const ids = ['call_0', 'functions.read:0', 'toolu_01A09q90qw90lq917835lq9'] as const

describe.each(faces)('$name', ({ name, open }) => {
  describe('another user', () => {
    test.each(ids)('gets the recorded result of %s, which is not its own', async (id) => {
      const ask = open({ store, onRepair }, provider(ok))
      const start: Said[] = [{ user: 'Read my mail.' }, { call: id }]
      await ask([...start, { result: 'the mail of Ada', of: id }])
      await ask([...start, { user: 'Are you still there?' }])
      expect(sent[1]).not.toContain('the mail of Ada')
      expect(sent[1]).toContain('[session-recovery]')
      expect(reports.at(-1)).toMatchObject({ outcome: 'recovered', loss: 'synthesised' })
    })

    test('gets a repair that was taught by the refusal of somebody else', async () => {
      const ask = open({ store, onRepair }, provider(refusal, ok))
      await ask(foreign.map((said) => ({ ...said })))
      await ask([...foreign.map((said) => ({ ...said })), { assistant: 'Fine.' }, { user: 'And now?' }])
      expect(sent[2]).toContain('bm90IG91cnM=')
    })

    test('finds its turns in the session of one that began with the same words', async () => {
      const ask = open({ store }, provider(ok))
      await Promise.all([ask([{ user: 'Hi' }]), ask([{ user: 'Hi' }])])
      const answered: Said[] = [{ user: 'Hi' }, { assistant: 'Fine.' }]
      await ask([...answered, { user: 'I am Ada.' }])
      await ask([...answered, { user: 'I am Bob.' }])
      const texts = await textsOf()
      expect(texts.filter((text) => text.includes('Ada') && text.includes('Bob'))).toEqual([])
      expect(texts.filter((text) => /Ada|Bob/.test(text))).toHaveLength(2)
    })
  })

  test('a session that is named does not get its own recorded result', async () => {
    const ask = open({ store, onRepair, session: 's' }, provider(ok))
    const start: Said[] = [{ user: 'Read my mail.' }, { call: 'call_0' }]
    await ask([...start, { result: 'my own mail', of: 'call_0' }])
    await ask([...start, { user: 'Are you still there?' }])
    expect(sent[1]).toContain('my own mail')
    expect(reports.at(-1)).toMatchObject({ outcome: 'recovered', loss: 'none' })
  })

  test.each([
    ['a rate limit', { status: 429, message: 'This request would exceed your rate limit' }, /rate limit/],
    ['an overload', { status: 529, message: 'Overloaded' }, /Overloaded/],
    ['a reset', { thrown: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) }, /ECONNRESET/],
    ['an abort', { thrown: Object.assign(new Error('aborted by the user'), { name: 'AbortError' }) }, /aborted/],
  ] as const)('%s of the repeat hides behind the old refusal', async (_name, answer, seen) => {
    const ask = open({ store, onRepair }, provider(refusal, answer))
    await expect(ask(foreign)).rejects.toThrow(seen)
    expect(sent).toHaveLength(2)
  })

  describe('a refusal that nothing explains', () => {
    const strange: Answer = { status: 400, message: 'The flux of the dialogue is discontinuous.' }
    const open400 = (sent: string): Answer => (sent.includes('[session-recovery]') ? ok : strange)

    test('is given up although the request shows the fault', async () => {
      const terms = { allow: 'none', allowAfterRefusal: 'synthesised' } as const
      const ask = open({ store, onRepair, ...terms }, open400)
      expect(await ask([{ user: 'Read.' }, { call: 'call_0' }, { user: 'And?' }])).toBe('Fine.')
      expect(reports.at(-1)).toMatchObject({ outcome: 'recovered', detected: { type: 'tool_result_missing' } })
    })

    test('has a sound request sent again', async () => {
      await expect(open({ store, onRepair }, provider(strange))(healthy)).rejects.toThrow('flux')
      expect(sent).toHaveLength(1)
      expect(outcomes()).toEqual([])
    })
  })

  test('a call that is refused for ever is sent for ever, or its end is not told', async () => {
    const ask = open({ store, onRepair, session: 's' }, provider(refusal))
    await expect(ask(foreign)).rejects.toThrow('Invalid `signature`')
    expect(sent.length).toBeLessThanOrEqual(4)
    expect(outcomes().at(-1)).toBe('exhausted')
    const tried = sent.length
    await expect(ask(foreign)).rejects.toThrow('Invalid `signature`')
    expect(sent.length).toBeLessThanOrEqual(tried + 4)
  })

  test('a budget of 0 repairs, or one of 1 repairs twice', async () => {
    await expect(open({ store, budget: 0 }, provider(refusal))(foreign)).rejects.toThrow('signature')
    expect(sent).toHaveLength(1)
    await expect(open({ store, budget: 1, session: 's' }, provider(refusal))(foreign)).rejects.toThrow('signature')
    expect(sent.length).toBeLessThanOrEqual(3)
  })

  test('a success does not give the budget back', async () => {
    const seal = (text: string): Answer => (text.includes('bm90IG91cnM=') ? refusal : ok)
    const ask = open({ store, budget: 1, session: 's', onRepair }, seal)
    expect(await ask(foreign)).toBe('Fine.')
    expect(await ask([{ user: 'Something else.' }, ...foreign.slice(1)])).toBe('Fine.')
    expect(outcomes()).not.toContain('exhausted')
  })

  test('a fault that another process has tried on every rung is tried again', async () => {
    const endless = provider(refusal)
    const first = open({ store, session: 's', budget: 3 }, endless)
    for (let turn = 0; turn < 4; turn += 1) await first(foreign).catch(() => undefined)
    const before = sent.length
    const second = open({ store, session: 's', onRepair }, endless)
    await expect(second(foreign)).rejects.toThrow('signature')
    expect(sent).toHaveLength(before + 1)
    expect(outcomes()).toEqual(['exhausted'])
  })

  test.each([2, 6])(
    '%i calls at once that meet one fault: one is repaired, the others get the refusal (I9)',
    async (n) => {
      const ask = open({ store, session: 's', onRepair }, (request) => {
        sent.push(request)
        return request.includes('bm90IG91cnM=') ? refusal : ok
      })
      const answers = await Promise.all(Array.from({ length: n }, () => ask(foreign.map((said) => ({ ...said })))))
      expect(answers).toEqual(answers.map(() => 'Fine.'))
      expect(sent.length).toBeLessThanOrEqual(2 * n)
      expect(new Set(outcomes())).toEqual(new Set(['recovered']))
    },
  )

  test('calls at once whose repair does not help are sent without end, or one of them gets another error', async () => {
    const ask = open({ store, session: 's', onRepair }, provider(refusal))
    const calls = await Promise.allSettled(Array.from({ length: 4 }, () => ask(foreign.map((said) => ({ ...said })))))
    const told = calls.map((call) => (call.status === 'rejected' ? String(call.reason) : 'accepted'))
    expect(told.filter((text) => !text.includes('Invalid `signature`'))).toEqual([])
    expect(sent.length).toBeLessThanOrEqual(4 + 3)
  })

  test('a session that another process recovers is recovered at the same time', async () => {
    const lease = await leaseOf('s')
    const ask = open({ store, session: 's', onRepair }, provider(refusal, ok))
    await expect(ask(foreign)).rejects.toThrow('signature')
    expect(outcomes()).toEqual(['busy'])
    await lease.release()
    sent = []
    expect(await ask(foreign)).toBe('Fine.')
    expect(await store.leases.holder('s')).toBeNull()
  })

  test('a store that is gone fails a call, or keeps it from being repaired', async () => {
    await store.close()
    const ask = open({ store, onRepair, session: 's' }, provider(ok))
    expect(await ask(healthy)).toBe('Fine.')
    expect(outcomes()).toEqual(['failed'])
    sent = []
    const again = open({ store, session: 's' }, provider(refusal, ok))
    expect(await again(foreign)).toBe('Fine.')
  })

  test('a store that never answers holds a call back', async () => {
    const hanging: object = new Proxy(hang, { get: () => hanging })
    const ask = open(
      { store: new Proxy({} as SessionStore, { get: () => hanging }), onRepair, session: 's', timeoutMs: 20 },
      provider(refusal, ok),
    )
    expect(await ask(foreign)).toBe('Fine.')
    const cause = { code: 'time_limit', message: expect.stringMatching(/^The store did not answer within/) }
    expect(reports[0]).toMatchObject({ outcome: 'failed', cause })
  })

  test.each([
    ['throws', () => (): void => raise(new Error('listener'))],
    ['rejects', () => (): Promise<void> => Promise.reject(new Error('listener'))],
    ['never ends', () => (): Promise<void> => new Promise(() => undefined)],
  ])('`onRepair` that %s fails the call', async (_how, listener) => {
    const ask = open({ store, onRepair: listener() }, provider(refusal, ok))
    expect(await ask(foreign)).toBe('Fine.')
  })

  test('a session function that throws fails the call', async () => {
    const session = (): never => raise(new Error('no name'))
    const ask = open({ store, onRepair, session: session as never }, provider(ok))
    expect(await ask(healthy)).toBe('Fine.')
    expect(outcomes()).toEqual(['failed'])
  })

  test('a worker whose view of the session is old stores nothing any more', async () => {
    const one = open({ store, session: 's' }, provider(ok))
    const two = open({ store, session: 's', onRepair }, provider(ok))
    const turns: Said[] = [{ user: 'one' }]
    for (const ask of [one, two, one, two, two, one]) {
      await ask(turns)
      turns.push({ assistant: 'Fine.' }, { user: `after ${turns.length}` })
    }
    const [text] = await textsOf()
    const words = turns.slice(0, -1).flatMap((said) => ('user' in said ? [said.user] : []))
    expect(words.filter((word) => !text!.includes(word))).toEqual([])
    expect(outcomes()).toEqual([])
  })

  test.each([NaN, -1, 1.5, Infinity, 101, '3', null])('a budget of %s is taken', (budget) => {
    expect(() => open({ store, budget: budget as number }, provider(ok))).toThrow(
      /budget: .* whole number from 0 to 100/,
    )
  })

  test(`an option that ${name} does not have is taken`, () => {
    expect(() => open({ store, alow: 'lossy' } as never, provider(ok))).toThrow(/Unknown option alow/)
  })
})

function hang(): Promise<never> {
  return new Promise(() => undefined)
}

function raise(error: Error): never {
  throw error
}

async function leaseOf(sessionID: string): Promise<{ release(): Promise<void> }> {
  const lease = await store.leases.acquire(sessionID, { owner: 'another process', ttlMs: 60_000 })
  if (lease.held) throw new Error(`The session is held by ${lease.by}.`)
  return lease
}

async function textsOf(): Promise<string[]> {
  const sessions = await store.messages.list()
  const loaded = await Promise.all(sessions.map(({ sessionID }) => store.messages.load(sessionID)))
  return loaded.map((session) => JSON.stringify(session?.messages.map(({ raw }) => raw) ?? []))
}
