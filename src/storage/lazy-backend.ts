import type { StoreBackend } from './store-backend.ts'

/**
 * A backend that is imported at its first call: most programs that import the package never use a store. Calls keep their
 * order, since all of them wait for the same promise.
 */
export function lazyBackend<Backend extends StoreBackend>(
  load: () => Promise<Backend>,
): { readonly loaded: () => Promise<Backend>; readonly backend: StoreBackend } {
  let loading: Promise<Backend> | undefined
  const loaded = (): Promise<Backend> => (loading ??= load())
  return {
    loaded,
    backend: {
      run: async (needs, decide) => (await loaded()).run(needs, decide),
      load: async (needs) => (await loaded()).load(needs),
      sessions: async () => (await loaded()).sessions(),
      pendingTurns: async (limit) => (await loaded()).pendingTurns(limit),
      prefixes: async (digests) => (await loaded()).prefixes(digests),
      statesNamed: async (owner, key) => (await loaded()).statesNamed(owner, key),
      reference: async (id) => (await loaded()).reference(id),
      close: async () => (await loaded()).close(),
    },
  }
}
