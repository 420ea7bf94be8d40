const pending = new Set<() => void>()

process.on('exit', () => {
  // The last first: a program is gone before its folder.
  for (const work of [...pending].toReversed()) work()
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

/** What must be done before the process ends, also by Ctrl-C. The result takes it back. */
export function atExit(work: () => void): () => void {
  pending.add(work)
  return () => void pending.delete(work)
}
