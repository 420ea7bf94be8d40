import { chainDigest } from './prefix-digests.ts'

interface Link {
  readonly previous: string
  readonly digest: string
}

/** Messages whose last link is remembered: some dozen conversations that are under way. */
const most = 8192

/** By the digest of a message: what stood before it when it was last chained, and the prefix digest with it. */
const links = new Map<string, Link>()

/** As `chainDigest`, for conversations that come back with every turn, or are forked: most of their links are known. */
export function knownLink(previous: string, digest: string): string {
  const known = links.get(digest)
  if (known?.previous === previous) return known.digest
  const link = { previous, digest: chainDigest(previous, digest) }
  if (links.size >= most) links.clear()
  links.set(digest, link)
  return link.digest
}
