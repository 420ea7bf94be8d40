import { chainDigest } from './prefix-digests.ts'

interface Link {
  readonly previous: string
  readonly digest: string
}

/** How many messages keep their last link: enough for some dozen conversations in progress. */
const most = 8192

/** By a message's digest: the prefix digest before it when it was last chained, and the one that includes it. */
const links = new Map<string, Link>()

/** `chainDigest` with a cache: a conversation that comes back with every turn, or is forked, has most of its links in it. */
export function knownLink(previous: string, digest: string): string {
  const known = links.get(digest)
  if (known?.previous === previous) return known.digest
  const link = { previous, digest: chainDigest(previous, digest) }
  if (links.size >= most) links.clear()
  links.set(digest, link)
  return link.digest
}
