import { expect, test } from 'vitest'
import { withMethod } from '../../src/adapters/shared/with-method.ts'

test('an object with one method replaced loses its private fields, or another method', () => {
  class Counter {
    #count = 1
    name = 'counter'
    get count(): number {
      return this.#count
    }
    add(): number {
      return (this.#count += 1)
    }
    reset(): number {
      return (this.#count = 0)
    }
  }
  const replaced = withMethod(new Counter(), 'reset', () => 7, 'counter')
  expect([replaced.add(), replaced.reset(), replaced.count, replaced.name, replaced instanceof Counter]).toEqual([
    2,
    7,
    2,
    'counter',
    true,
  ])
})

interface Loading {
  load(): number
  save(): number
}

class Store implements Loading {
  load(): number {
    return 1
  }
  readonly save = (): number => 2
}
test.each<Loading & object>([{ load: () => 1, save: () => 2 }, new Store()])(
  'a frozen object with one method replaced cannot be used (%j)',
  (given) => {
    const replaced = withMethod(Object.freeze<Loading>(given), 'load', () => 7, 'store')
    expect([replaced.load(), replaced.save(), Object.getPrototypeOf(replaced)]).toEqual([
      7,
      2,
      Object.getPrototypeOf(given),
    ])
    expect(Object.keys(replaced)).toEqual(Object.keys(given))
    expect(['load' in replaced, 'toString' in replaced, 'other' in replaced]).toEqual([true, true, false])
    expect(() => Object.assign(replaced, { save: 0 })).toThrow(TypeError)
  },
)

test('what is set on an object with one method replaced stays beside it, or a copy of it has the old method', () => {
  const given: { load(): number; name?: string } = { load: () => 1 }
  const replaced = withMethod(given, 'load', () => 7, 'store')
  replaced.name = 'set'
  expect([given.name, replaced.name, { ...replaced }.load(), replaced.constructor]).toEqual(['set', 'set', 7, Object])
  delete replaced.name
  expect(Object.keys(given)).toEqual(['load'])
})

test('what is defined on an object with one method replaced is lost, or breaks it', () => {
  const given: { load(): number; name?: string } = { load: () => 1 }
  const replaced = withMethod(given, 'load', () => 7, 'store')
  Object.defineProperty(replaced, 'name', { value: 'defined', configurable: true })
  expect([given.name, replaced.name]).toEqual(['defined', 'defined'])
  expect(() => Object.defineProperty(replaced, 'other', { value: 1, configurable: false })).toThrow(TypeError)
  expect(() => Object.freeze(replaced)).toThrow(TypeError)
  expect([Object.keys(replaced), replaced.load(), Object.isFrozen(given)]).toEqual([['load'], 7, false])
})

test.each<[string, Partial<PropertyDescriptor> | undefined]>([
  ['own', { value: 1, enumerable: true, configurable: true, writable: true }],
  ['hidden', { value: 2, enumerable: false, configurable: true, writable: true }],
  ['got', { value: 3, enumerable: false, configurable: true, writable: true }],
  ['frozen', { value: 4, enumerable: false, configurable: true, writable: true }],
  ['toString', undefined],
])('whoever copies an object with one method replaced finds %s otherwise than it is', (name, found) => {
  const given = Object.defineProperties(
    { load: (): number => 1, own: 1 },
    {
      hidden: { value: 2, configurable: true, writable: true },
      got: { get: () => 3, configurable: true },
      frozen: { value: 4 },
    },
  )
  const replaced = withMethod(given, 'load', () => 7, 'store')
  expect(Object.getOwnPropertyDescriptor(replaced, name)).toEqual(found)
  expect(name in replaced).toBe(true)
})

test('what lacks the method is refused by another name than that of the argument', () => {
  expect(() => withMethod({} as Loading, 'load', () => 7, 'store')).toThrow(
    'Invalid option store: an object. It takes an object with the method load.',
  )
})
