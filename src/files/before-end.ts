/** What is done before a signal ends the process. A promise is waited for, for a limited time. */
type Goodbye = () => Promise<unknown> | void

/** Longer than a store needs that answers; shorter than those wait who kill what does not end by a signal. */
const patienceMs = 5000

const goodbyes = new Map<NodeJS.Signals, Set<Goodbye>>()
let isLeaving = false

/**
 * Runs something before one of these signals ends the process; returns a function that calls it off. Listening to a signal disables its
 * default action, so when the program itself does not listen, the process is ended afterwards; a second signal ends it at once.
 */
export function beforeEnd(signals: readonly NodeJS.Signals[], goodbye: Goodbye): () => void {
  for (const signal of signals) {
    goodbyes.set(signal, (goodbyes.get(signal) ?? new Set()).add(goodbye))
    // Ahead of the program's listeners: a `once` listener of it is already gone when the next listener runs.
    process.off(signal, onSignal).prependListener(signal, onSignal)
  }
  return () => {
    for (const signal of signals) {
      const left = goodbyes.get(signal)
      left?.delete(goodbye)
      if (left?.size === 0) process.off(signal, onSignal)
    }
  }
}

function onSignal(signal: NodeJS.Signals): void {
  const isOurs = process.listenerCount(signal) === 1
  const said = [...(goodbyes.get(signal) ?? [])].flatMap((goodbye) => goodbye() ?? [])
  if (!isOurs) return
  if (said.length === 0 || isLeaving) return end(signal)
  isLeaving = true
  const late = setTimeout(end, patienceMs, signal)
  void Promise.allSettled(said).then(() => {
    clearTimeout(late)
    end(signal)
  })
}

function end(signal: NodeJS.Signals): void {
  isLeaving = false
  process.off(signal, onSignal)
  process.kill(process.pid, signal)
}
