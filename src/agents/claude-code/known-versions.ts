/** Releases whose transcripts were run and damaged for `docs/agents.md`: 1.0.128 and 2.1.329; their lines share one layout. */
const known = /^(?:1\.0|2\.[01])\.\d+/

/** Whether this release of Claude Code may be written to. */
export function isKnownVersion(version: string | undefined): boolean {
  return version !== undefined && known.test(version)
}
