import { expect, test } from 'vitest'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'
import type { SessionStore } from '../../src/storage/session-store.ts'
import { testStore } from '../../src/testing/contracts/test-store.ts'

type Answered = (method: string, answer: unknown) => unknown

const rethrown: Answered = (_, cause) => {
  throw cause
}

/** A store whose answers pass through `answered`, by the names of its methods, and what it refuses through `refused`. */
function passing(part: object, answered: Answered, refused: Answered, path: string = ''): object {
  const wrapped = Object.entries(part).map(([name, value]): [string, unknown] => {
    const method = path + name
    if (typeof value === 'function') {
      const call = value as (...given: unknown[]) => unknown
      return [
        name,
        (...given: unknown[]) => {
          const answer = call.apply(part, given)
          return answer instanceof Promise
            ? answer.then(
                (each: unknown) => answered(method, each),
                (cause: unknown) => refused(method, cause),
              )
            : answered(method, answer)
        },
      ]
    }
    return [name, typeof value === 'object' && value !== null ? passing(value, answered, refused, `${method}.`) : value]
  })
  return Object.fromEntries(wrapped)
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !isList(value)

/** Something else of the same kind; undefined for what has no other. */
function other(value: unknown): unknown {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'string') return `${value}x`
  if (typeof value === 'boolean') return !value
  return isList(value) && value.length > 0 ? value.slice(1) : undefined
}

/** The fields of an answer that can be another; '' is the answer itself. */
function fieldsOf(answer: unknown): readonly string[] {
  if (other(answer) !== undefined) return ['']
  return isPlain(answer) ? Object.keys(answer).filter((name) => other(answer[name]) !== undefined) : []
}

function withOther(answer: unknown, field: string): unknown {
  if (!fieldsOf(answer).includes(field)) return answer
  if (field === '') return other(answer)
  const changed = other((answer as Record<string, unknown>)[field])
  if (Object.getPrototypeOf(answer) === Object.prototype) return { ...(answer as object), [field]: changed }
  // A lease is one of a class.
  return Object.create(answer as object, { [field]: { value: changed, enumerable: true } }) as unknown
}

type Case = ReturnType<typeof testStore>[number]

function casesOver(answered: Answered, refused: Answered = rethrown): readonly Case[] {
  return testStore({
    name: 'broken',
    create: (options) => passing(createMemoryStore(options), answered, refused) as SessionStore,
  })
}

async function isTaken(cases: readonly Case[]): Promise<boolean> {
  for (const { run } of cases) {
    const failed = await run().then(
      () => false,
      () => true,
    )
    if (failed) return false
  }
  return true
}

test('a store that answers one question with another value passes for a store', async () => {
  // Only the cases that get an answer can say that it is wrong.
  const asking = new Map<string, Set<number>>()
  for (let at = 0, cases = casesOver((_, answer) => answer); at < cases.length; at += 1) {
    cases = casesOver((method, answer) => {
      for (const field of fieldsOf(answer)) {
        const pair = `${method} ${field}`
        asking.set(pair, (asking.get(pair) ?? new Set()).add(at))
      }
      return answer
    })
    expect(await isTaken([cases[at]!])).toBe(true)
  }
  expect(asking.size).toBeGreaterThan(70)
  const taken: string[] = []
  for (const [pair, places] of asking) {
    const [method = '', field = ''] = pair.split(' ')
    const cases = casesOver((asked, answer) => (asked === method ? withOther(answer, field) : answer))
    if (await isTaken(cases.filter((_, at) => places.has(at)))) taken.push(pair)
  }
  expect(taken).toEqual([])
})

test('a store that takes one thing that it must refuse passes for a store', async () => {
  let seen = 0
  const casesWithout = (which?: number): readonly Case[] => {
    seen = 0
    return casesOver(
      (_, answer) => answer,
      (_, cause) => {
        seen += 1
        if (seen !== which) throw cause
      },
    )
  }
  const taken: string[] = []
  let tried = 0
  for (const [at, { title }] of casesWithout().entries()) {
    expect(await isTaken([casesWithout()[at]!])).toBe(true)
    for (let which = 1, refusals = seen; which <= refusals; which += 1, tried += 1)
      if (await isTaken([casesWithout(which)[at]!])) taken.push(`${title}: refusal ${which}`)
  }
  expect(tried).toBeGreaterThan(100)
  expect(taken).toEqual([])
})

test('a case has passed before its store is closed', async () => {
  const ended: string[] = []
  const create = (): SessionStore => {
    const store = createMemoryStore()
    const close = async (): Promise<void> => {
      await new Promise(setImmediate)
      ended.push('closed')
    }
    return Object.assign(store, { close })
  }
  const [first] = testStore({ name: 'late', create })
  await first!.run()
  expect(ended).toEqual(['closed'])
})
