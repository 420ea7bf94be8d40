/** What a build tells of a module. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

/** Which modules a program reads that imports some entries: those and all that their imports name, those of calls left out. */
export function neededBy(...entries: readonly string[]): (id: string, graph: ModuleGraph) => boolean {
  let needed: Set<string> | undefined
  return (id, graph) => (needed ??= reachedFrom(entries, graph)).has(id)
}

function reachedFrom(entries: readonly string[], graph: ModuleGraph): Set<string> {
  // A set that grows while it is walked: what is added comes last.
  const reached = new Set(entries)
  for (const id of reached) {
    const imported = graph.getModuleInfo(id)?.importedIds ?? []
    if (imported.length === 0 && entries.includes(id))
      throw new Error(`${id} is no module of the build, or imports nothing.`)
    for (const next of imported) reached.add(next)
  }
  return reached
}
