import { expect, test } from 'vitest'
import { resolveHookOptions } from '../../src/hook/hook-options.ts'
import { systemClock } from '../../src/recovery/clock.ts'
import { resolveAdapterOptions } from '../../src/recovery/calls/resolve-call-options.ts'

const shared = { allow: 'synthesised', budget: 3, leaseMs: 30_000, mode: 'repair', timeoutMs: 30_000 }

test('options that nobody gave are others than the documented ones', () => {
  const { clock, store, ...call } = resolveAdapterOptions({})
  expect(call).toEqual({ ...shared, allowAfterRefusal: 'synthesised' })
  expect([clock, typeof store.transact]).toEqual([systemClock, 'function'])
  expect(resolveHookOptions({})).toEqual({
    ...shared,
    resumeTimeoutMs: 600_000,
    format: 'anthropic-messages',
    maxProcessingErrors: 1000,
    experimental: { autoResume: true, abortBeforeRepair: true },
  })
})

test('options that were given are others afterwards', () => {
  const session = (): string => 's'
  const clock = { ...systemClock }
  const onRepair = (): void => undefined
  const given = { allowAfterRefusal: 'lossy', budget: 0, dialect: 'd', leaseMs: 100, timeoutMs: 1 } as const
  for (const mode of ['observe', 'repair'] as const)
    for (const allow of ['none', 'synthesised', 'lossy'] as const) {
      const all = { ...given, mode, allow, session, clock, onRepair }
      expect(resolveAdapterOptions(all)).toMatchObject(all)
      expect(resolveAdapterOptions({ allow })).toMatchObject({ allow, allowAfterRefusal: allow })
    }
})

test.each([
  [{ mode: 'watch' }, /mode: watch/],
  [{ allow: 'all' }, /allow: all/],
  [{ allowAfterRefusal: 'all' }, /allowAfterRefusal: all/],
  [{ budget: -1 }, /budget: -1.*from 0 to 100/],
  [{ budget: 101 }, /budget: 101.*from 0 to 100/],
  [{ leaseMs: 99 }, /leaseMs: 99.*from 100/],
  [{ timeoutMs: 0 }, /timeoutMs: 0.*from 1/],
  [{ clock: 1 }, /clock: 1.*`now` and `after`/],
  [{ store: 's.db' }, /store: a text.*a store, as `createSqliteStore` makes/],
  [{ store: { load: () => [] } }, /store: an object.*a store, as `createSqliteStore` makes/],
  [{ store: null }, /store: null.*a store/],
  [{ session: 7 }, /session: 7.*a name, or a function/],
  [{ dialect: 7 }, /dialect: 7.*the name of a dialect/],
  [{ onRepair: 'log' }, /onRepair: a text.*a function/],
])('%j is taken, or refused without its name', (options, words) => {
  expect(() => resolveAdapterOptions(options as never)).toThrow(words)
})
