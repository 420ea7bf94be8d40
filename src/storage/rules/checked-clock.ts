import { lastMoment } from '../../json/last-moment.ts'
import { StoreError } from '../store-error.ts'

/**
 * A caller's clock in whole ms since 1970. Fractions are cut off, since the columns are integers; a value that is no valid time is
 * refused, since each store would keep something else for it.
 */
export function checkedClock(clock: () => number): () => number {
  return () => {
    const told = read(clock)
    if (typeof told === 'number' && told >= 0 && told <= lastMoment) return Math.floor(told)
    throw new StoreError({
      ...noMoment,
      message: `The clock \`now\` tells ${typeof told === 'number' ? told : typeof told}.`,
    })
  }
}

const noMoment = { code: 'invalid_value', remedy: 'It takes the ms since 1970, as `Date.now` tells them.' } as const

function read(clock: () => unknown): unknown {
  try {
    return clock()
  } catch (cause) {
    throw new StoreError({ ...noMoment, message: 'The clock `now` fails.', cause })
  }
}
