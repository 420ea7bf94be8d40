import type { Fs } from '../../src/files/fs.ts'

/** A file system that answers late and tells what was asked of it. */
export interface LateFs {
  readonly fs: Fs
  /** Calls that began before the last one was answered: nobody waited for that. */
  readonly overlaps: readonly string[]
  /** Calls that have no answer yet. */
  underWay(): number
  /** Files that were opened and not closed. */
  openFiles(): number
}

/** Each call takes its own time, before and after it does something: what does not wait for it goes on too early. */
export function lateFs(base: Fs, turns: () => number = () => 3): LateFs {
  const overlaps: string[] = []
  let underWay = 0
  let open = 0
  const wait = async (): Promise<void> => {
    for (let left = turns(); left > 0; left -= 1) await undefined
  }
  const late = <T extends object>(of: T): T =>
    new Proxy(of, {
      get(_, name) {
        const call: unknown = Reflect.get(of, name, of)
        // Also `then`: what is awaited must not look like a promise.
        if (typeof call !== 'function') return call
        return async (...given: unknown[]) => {
          if (underWay > 0) overlaps.push(String(name))
          underWay += 1
          try {
            await wait()
            if (name === 'close') open -= 1
            const answer: unknown = await Reflect.apply(call, of, given)
            if (name === 'open') open += 1
            await wait()
            return name === 'open' ? late(Object(answer)) : answer
          } finally {
            underWay -= 1
          }
        }
      },
    })
  return { fs: late<Fs>(base), overlaps, underWay: () => underWay, openFiles: () => open }
}
