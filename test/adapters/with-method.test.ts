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
  const replaced = withMethod(new Counter(), 'reset', () => 7)
  expect([replaced.add(), replaced.reset(), replaced.count, replaced.name, replaced instanceof Counter]).toEqual([
    2,
    7,
    2,
    'counter',
    true,
  ])
})
