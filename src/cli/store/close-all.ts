interface Closable {
  close(): Promise<unknown>
}

/** Closes one after the other, the later ones also when an earlier one cannot be closed; then the first failure is thrown. */
export async function closeAll(...all: readonly (Closable | undefined)[]): Promise<void> {
  const failures: unknown[] = []
  for (const each of all) await each?.close().catch((cause: unknown) => failures.push(cause))
  if (failures.length > 0) throw failures[0]
}
