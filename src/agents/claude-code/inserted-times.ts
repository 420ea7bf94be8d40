import type { GraphNode } from './claude-record.ts'

/** A line that the repair adds: behind its parent, and before the line that stood there, if any. */
interface InsertedPlace {
  readonly uuid: string
  readonly parentUuid: string | null
  readonly next: GraphNode | undefined
}

const timeOf = (node: GraphNode | undefined): number => Date.parse(String(node?.value?.['timestamp']))

/**
 * The times of inserted lines: a millisecond after the parent, and before the successor. Releases of 1.0 resume from the newest line, the
 * first among equals, so an inserted line with its successor's time would displace the last answer.
 */
export function insertedTimes(
  places: readonly InsertedPlace[],
  { byUuid }: { readonly byUuid: ReadonlyMap<string, GraphNode> },
): ReadonlyMap<string, string> {
  const byId = new Map(places.map((place) => [place.uuid, place]))
  const known = new Map<string, number>()
  const knownTime = (uuid: string | null): number =>
    uuid === null ? Number.NaN : (known.get(uuid) ?? timeOf(byUuid.get(uuid)))
  for (const { uuid } of places) {
    // Up to a line with a known time, then down again, without recursion: chains may be long.
    const chain: InsertedPlace[] = []
    for (let at = byId.get(uuid); at && !known.has(at.uuid); at = byId.get(at.parentUuid ?? '')) {
      known.set(at.uuid, Number.NaN)
      chain.push(at)
    }
    for (const place of chain.toReversed())
      known.set(place.uuid, between(knownTime(place.parentUuid), timeOf(place.next)))
  }
  return new Map(
    [...known].flatMap(([uuid, time]) => (Number.isNaN(time) ? [] : [[uuid, new Date(time).toISOString()] as const])),
  )
}

function between(parent: number, next: number): number {
  const behind = Number.isNaN(parent) ? next - 1 : parent + 1
  return behind >= next ? Math.min(parent, next - 1) : behind
}
