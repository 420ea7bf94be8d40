/** What a build tells of a module. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

/** Which modules a program reads that imports an entry: the entry and all that its imports name, those of calls left out. */
export function neededBy(entry: string): (id: string, graph: ModuleGraph) => boolean {
  let needed: Set<string> | undefined
  return (id, graph) => (needed ??= reachedFrom(entry, graph)).has(id)
}

function reachedFrom(entry: string, graph: ModuleGraph): Set<string> {
  // A set that grows while it is walked: what is added comes last.
  const reached = new Set([entry])
  for (const id of reached) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(imported)
  if (reached.size === 1) throw new Error(`${entry} is no module of the build, or imports nothing.`)
  return reached
}
