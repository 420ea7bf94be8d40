/** An object that answers late and tells what was asked of it. */
export interface LateCalls<Base> {
  readonly late: Base
  /** Calls that began before another one was answered: nobody waited for that. */
  readonly overlaps: readonly string[]
  /** Calls that have no answer yet. */
  underWay(): number
}

export interface LateOptions {
  /** How many turns of the queue a call takes before it does something, and again after. */
  readonly turns?: () => number
  /** Calls whose answer is an object of the same kind. */
  readonly opens: string
  /** Told before a call does something, and after it has answered. */
  readonly heard?: (name: string, isAnswered: boolean) => void
}

/** Each call takes its own time: what does not wait for it goes on too early. Objects in it are late as well. */
export function lateCalls<Base extends object>(
  base: Base,
  { heard, opens, turns = () => 3 }: LateOptions,
): LateCalls<Base> {
  const overlaps: string[] = []
  let underWay = 0
  const wait = async (): Promise<void> => {
    for (let left = turns(); left > 0; left -= 1) await undefined
  }
  const callOf =
    (of: object, name: string, call: Function) =>
    async (...given: unknown[]): Promise<unknown> => {
      if (underWay > 0) overlaps.push(name)
      underWay += 1
      try {
        await wait()
        heard?.(name, false)
        const answer: unknown = await Reflect.apply(call, of, given)
        heard?.(name, true)
        await wait()
        return name === opens ? lateOf(Object(answer)) : answer
      } finally {
        underWay -= 1
      }
    }
  const lateOf = <Of extends object>(of: Of): Of =>
    new Proxy(of, {
      get(_, name) {
        const own: unknown = Reflect.get(of, name, of)
        // Not `then`: what is awaited must not look like a promise.
        if (typeof own === 'function') return callOf(of, String(name), own)
        return typeof own === 'object' && own !== null && !(own instanceof EventTarget) ? lateOf(own) : own
      },
    })
  return { late: lateOf(base), overlaps, underWay: () => underWay }
}
