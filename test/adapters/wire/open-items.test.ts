import { describe, expect, test } from 'vitest'
import { openItems } from '../../../src/adapters/wire/open-items.ts'
import type { Clock } from '../../../src/recovery/clock.ts'
import { systemClock } from '../../../src/recovery/clock.ts'
import { clockByHand } from '../clock-by-hand.ts'

const isWord = (item: string): boolean => item !== '-'

/** A stream of these items, of which the last may be an error, and whether it is still open. */
function streamOf(...items: readonly (string | Error)[]): { source: AsyncGenerator<string>; isOpen(): boolean } {
  let isOpen = true
  async function* source(): AsyncGenerator<string> {
    try {
      for (const item of items) {
        if (item instanceof Error) throw item
        yield item
      }
    } finally {
      isOpen = false
    }
  }
  return { source: source(), isOpen: () => isOpen }
}

async function read(items: AsyncIterable<string>): Promise<unknown[]> {
  const seen: unknown[] = []
  try {
    for await (const item of items) seen.push(item)
  } catch (error) {
    seen.push(error)
  }
  return seen
}

describe('a stream whose beginning is looked at', () => {
  const broken = new Error('broken')
  test.each([
    { given: [], looked: [], error: null },
    { given: ['-', '-'], looked: ['-', '-'], error: null },
    { given: ['-', 'a', '-', 'b'], looked: ['-', 'a'], error: null },
    { given: ['a', broken], looked: ['a'], error: null },
    { given: [broken], looked: [], error: broken },
    { given: ['-', broken], looked: ['-'], error: broken },
  ])('$given loses an item, is looked at further, or hides that it broke', async ({ given, looked, error }) => {
    const seen: string[] = []
    const opened = await openItems(streamOf(...given).source, (item) => (seen.push(item), isWord(item)), systemClock)
    expect([seen, opened.error]).toEqual([looked, error])
    expect(await read(opened.items)).toEqual(given)
  })

  test('stays open when its reader leaves', async () => {
    for (const count of [0, 1, 2]) {
      const { isOpen, source } = streamOf('a', 'b', 'c')
      const { items } = await openItems(source, isWord, systemClock)
      for (let turn = 0; turn < count; turn += 1) await items.next()
      await items.return()
      expect(isOpen()).toBe(false)
    }
  })
})

test.each<[given: 'a word' | 'nothing known' | Error]>([['a word'], ['nothing known'], [new Error('broken')]])(
  'whoever leaves a stream that began with %s goes on before it has ended',
  async (given) => {
    const ending = Promise.withResolvers<unknown>()
    const items = given === 'a word' ? ['-', 'a'] : ['-']
    const source = {
      next: async () => {
        if (given instanceof Error) throw given
        return { done: items.length === 0, value: items.shift() } as IteratorResult<string>
      },
      return: () => ending.promise,
    }
    const opened = await openItems(source, isWord, systemClock)
    const left = opened.items.return().then(() => 'left')
    expect(await Promise.race([left, new Promise((resolve) => setTimeout(resolve, 5, 'under way'))])).toBe('under way')
    ending.resolve(undefined)
    expect(await left).toBe('left')
  },
)

describe('a stream that is silent for three seconds', () => {
  interface Silent {
    readonly clock: Clock
    readonly timers: Map<number, () => void>
    speak(item: string): void
    readonly left: unknown[]
    readonly source: { next(): Promise<IteratorResult<string>>; return(): Promise<unknown> }
  }
  function silent(): Silent {
    const { clock, timers } = clockByHand()
    const spoken = Promise.withResolvers<IteratorResult<string>>()
    const left: unknown[] = []
    const asked = [Promise.resolve({ value: '-' }), spoken.promise]
    return {
      clock,
      timers,
      left,
      speak: (value) => spoken.resolve({ value }),
      source: {
        next: () => asked.shift() ?? Promise.resolve({ done: true, value: undefined }),
        return: async () => {
          left.push('left')
          // A generator ends behind what has been asked of it.
          await spoken.promise
        },
      },
    }
  }
  async function openedLate({ clock, source, timers }: Silent): Promise<ReturnType<typeof openItems<string>>> {
    const opening = openItems(source, isWord, clock)
    await expect.poll(() => [...timers.keys()]).toEqual([3_000])
    timers.get(3_000)!()
    return opening
  }

  test('is waited for still, or what comes then is lost', async () => {
    const stream = silent()
    const { error, items } = await openedLate(stream)
    expect([error, [...stream.timers]]).toEqual([null, []])
    stream.speak('late')
    expect(await read(items)).toEqual(['-', 'late'])
    expect(stream.left).toEqual([])
    await items.return()
    expect(stream.left).toEqual(['left'])
  })

  test('holds up a reader that leaves', async () => {
    const stream = silent()
    const { items } = await openedLate(stream)
    await items.next()
    await items.return()
    expect(stream.left).toEqual(['left'])
  })
})
