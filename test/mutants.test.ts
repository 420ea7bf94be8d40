import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { buildIn } from '../scripts/mutants/build-in.ts'
import { mutantsOf } from '../scripts/mutants/mutants-of.ts'
import { sample } from '../scripts/mutants/sample.ts'
import { byLikelihood } from '../scripts/mutants/tests-near.ts'

/** Each mutant as what it breaks and what it writes. */
const breaksOf = (text: string): string[] =>
  mutantsOf('a.ts', text).map(({ operator, was, by }) => `${operator}: ${was.trim()} → ${by.trim()}`.trimEnd())

test.each<[string, readonly string[]]>([
  ['f(a && b)', ['statement: f(a && b) →', 'logical: && → ||']],
  ['const x = a ?? b', ['nullish: a ?? b → a']],
  ['const x = a < 2', ['boundary: < → <=', 'number: 2 → 3']],
  ['if (a) b()', ['negate: a → !(a)', 'statement: b() →']],
  ['const x = !a', ['negate: !a → a']],
  ["const x = { loss: 'none' }", ["entry: loss: 'none' →", "loss: 'none' → 'synthesised'"]],
  ['const x = [a, b]', ['element: a, →', 'element: , b →']],
  [
    'const x = /^a|b$/',
    ['regex: /^a|b$/ → /a|b$/', 'regex: /^a|b$/ → /^a|b/', 'regex: /^a|b$/ → /b$/', 'regex: /^a|b$/ → /^a/'],
  ],
  ['const x = a.filter(b)', ['method: a.filter(b) → a']],
  ['const x = a.some(b)', ['method: some → every']],
  ['await file.sync()', ['sync: await file.sync() →', 'await: await file.sync() → (file.sync())']],
  ['function f() { return undefined }', []],
  ['function f() { try { a() } catch { return undefined } }', ['statement: a() →']],
  ['const f = () => { if (a) { return undefined } else return }', ['negate: a → !(a)']],
  ['function f() { if (a) { return } b() }', ['negate: a → !(a)', 'return: return →', 'statement: b() →']],
  ['function f() { for (const a of b) { return } }', ['return: return →']],
  ["throw new Error('The message.')", ["throw: throw new Error('The message.') →"]],
  ["type A = 'a'; import b from 'b'", []],
])('%s is broken in other ways', (text, expected) => {
  expect(breaksOf(text)).toEqual(expected)
})

const source = `
  const seen = []
  function check(list, limit = 3) {
    if (list.length > limit || list.some((item) => item?.name.startsWith('x') === true)) return 'refused'
    for (const item of list) {
      if (item === null) continue
      seen.push(item.name)
    }
    return seen.length === 0 ? 'none' : seen.join()
  }
  const cases = [[], [null], [{ name: 'a' }, { name: 'b' }], [{ name: 'xa' }, { name: 'a' }], [1, 2, 3, 4].map((n) => ({ name: 'n' + n }))]
  outcome = cases.map((list) => check(list))
`

test('what is built in changes something while no mutant is at work, or nothing while one is', () => {
  const mutants = mutantsOf('a.ts', source).map((mutant, id) => ({ ...mutant, id }))
  const built = buildIn(source, mutants)
  const outcomeOf = (text: string, active: number): unknown => {
    const context = { mutantAt: (id: number) => id === active, outcome: [] as unknown }
    try {
      runInNewContext(text, context)
      return context.outcome
    } catch (error) {
      return (error as Error).message
    }
  }
  const whole = outcomeOf(source, -1)
  expect(whole).toEqual(['none', 'none', 'a,b', 'refused', 'refused'])
  expect(outcomeOf(built, -1)).toEqual(whole)
  const noticed = mutants.filter(({ id }) => JSON.stringify(outcomeOf(built, id)) !== JSON.stringify(whole))
  expect(noticed.length).toBeGreaterThan(mutants.length * 0.6)
})

test('what is at work when a module is loaded is taken for what a test calls, or the other way round', () => {
  const atLoad = (text: string): string[] =>
    mutantsOf('a.ts', text).flatMap(({ isAtLoad, was }) => (isAtLoad ? [was.trim()] : []))
  expect(atLoad('const x = 1; const y = { z: 2 }; const f = () => 3; function g() { return 4 }')).toEqual([
    '1',
    'z: 2',
    '2',
  ])
  expect(atLoad('class C { f() { return 5 } static x = 6 }')).toEqual(['6'])
  const built = (text: string): string =>
    buildIn(
      text,
      mutantsOf('a.ts', text).map((mutant, id) => ({ ...mutant, id })),
    )
  expect(built('const x = 1')).toContain('mutantAt(0, true)')
  expect(built('const f = () => 3')).toContain('mutantAt(0)')
})

test('a seed draws other mutants the second time, or more of one line than two', () => {
  const all = mutantsOf('a.ts', source)
  const drawn = sample(all, 12, 7)
  expect(drawn).toEqual(sample(all, 12, 7))
  expect(sample(all, 12, 8)).not.toEqual(drawn)
  for (const [, some] of Map.groupBy(drawn, ({ line }) => line)) expect(some.length).toBeLessThanOrEqual(2)
})

test.each<[source: string, inOrder: readonly string[], slow: RegExp]>([
  [
    'src/testing/provider/openai-chat/judge-openai-chat-request.ts',
    [
      'test/testing/judge-openai-chat-request.test.ts',
      'test/testing/verdicts.test.ts',
      'test/testing/kits.test.ts',
      'test/house.test.ts',
      'test/errors/session-recovery-error.test.ts',
    ],
    /verdicts/,
  ],
  [
    'src/lint/unique-ids.ts',
    [
      'test/lint/unique-ids.test.ts',
      'test/repair/excerpt.test.ts',
      'test/lint/item-id.test.ts',
      'test/house.test.ts',
      'test/strategies/outcomes.test.ts',
    ],
    /excerpt|outcomes/,
  ],
])(
  'the tests of %s are asked in another order: its own, who imports it, the records of its folder, the quick',
  (source, inOrder, slow) => {
    const msOf = (test: string): number =>
      slow.test(test) ? 9000 : test.includes('house') ? 0 : 10 * inOrder.indexOf(test)
    expect(inOrder.toReversed().toSorted(byLikelihood(source, msOf))).toEqual(inOrder)
  },
)
